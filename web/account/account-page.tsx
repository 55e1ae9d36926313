import { useQuery } from '@tanstack/react-query'

import { alertList, keyList } from '#web/api/account.ts'
import { loadingOf, recoveryMs } from '#web/api/recovery.ts'
import { Loaded } from '#web/ui/panel-state.tsx'

import { AlertsPanel } from './alerts-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'

const CHECKED_AGAIN_MS = 2000

/** What programs get from this server in the user's name: series with keys, messages of alerts. */
export function AccountPage() {
  const keys = useQuery(keyList)
  const alerts = useQuery({
    ...alertList,
    // A new rule is looked at within seconds.
    refetchInterval: (asked) =>
      recoveryMs(asked) ||
      (asked.state.data?.alerts.some(({ isCrossed, measure }) => isCrossed === null && measure !== 'run')
        ? CHECKED_AGAIN_MS
        : false),
  })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-4">
      <title>Keys and alerts · Energy Metrics</title>
      <h1 className="text-2xl font-semibold tracking-tight">Keys and alerts</h1>
      <Loaded subject="The list of keys and alerts" {...loadingOf(keys, alerts)} className="h-96">
        <KeysPanel list={keys.data ?? []} />
        <AlertsPanel list={alerts.data?.alerts ?? []} hosts={alerts.data?.hosts ?? []} />
      </Loaded>
    </div>
  )
}
