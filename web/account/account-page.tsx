import { AlertsPanel } from './alerts-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'

/** What programs get from this server in the user's name: series with keys, messages of alerts. */
export function AccountPage() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-4">
      <title>Keys and alerts · Energy Metrics</title>
      <h1 className="text-2xl font-semibold tracking-tight">Keys and alerts</h1>
      <KeysPanel />
      <AlertsPanel />
    </div>
  )
}
