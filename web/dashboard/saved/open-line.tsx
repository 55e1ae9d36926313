import { writeRunning } from '#web/dashboard/address/dashboard-url.ts'
import { useGraphCards, useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'

import { freeName, saveAgain, saveAs, useSaved } from './saved-actions.ts'

/** Names the saved dashboard that is open, and saves its changes: in place for its owner, in a copy for everybody else. */
export function OpenLine() {
  const dashboard = useGraphState((state) => state.dashboard)
  const query = useGraphCards((cards) => (dashboard === null ? '' : writeRunning(cards)))
  const saved = useSaved()
  if (dashboard === null) return null
  const isChanged = query !== dashboard.query
  const copy = () =>
    saveAs(
      saved.list.some(({ name }) => name === dashboard.name)
        ? freeName(dashboard.name, saved.list)
        : dashboard.name,
    )
  return (
    // Has the focus when a button goes away.
    <div tabIndex={-1} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 outline-none">
      <output className="min-w-0 wrap-anywhere">
        <span className="font-medium">{dashboard.name}</span>
        <span className="text-ink-muted">
          {!dashboard.isOwn && `\u00a0· saved by ${dashboard.owner}`}
          {isChanged && '\u00a0· changed'}
        </span>
      </output>
      {dashboard.isOwn && isChanged && (
        <Button
          size="small"
          isDisabled={saved.isBusy}
          onPress={() => saved.attempt(() => saveAgain(dashboard))}
        >
          Save changes
        </Button>
      )}
      {!dashboard.isOwn && (
        <Button size="small" isDisabled={saved.isBusy} onPress={() => saved.attempt(copy)}>
          Save a copy
        </Button>
      )}
      {saved.failure !== '' && (
        <span role="alert" className="text-sm text-danger">
          {saved.failure}
        </span>
      )}
    </div>
  )
}
