import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/timing/use-countdown.ts'

import { focusGraphTitle } from './graph-title.ts'

/** What went wrong. The query can be tried again, at once or after the time that the server asked for, or the chart of before shown. */
export function FailedChart({ card, message }: { card: GraphCard; message: string }) {
  const { id, retryAtMs, previous } = card
  const waitS = useCountdown(retryAtMs)
  const leaveBy = (action: () => void) => () => {
    // The buttons disappear with the error.
    focusGraphTitle(id)
    action()
  }
  return (
    <div className="flex h-full min-h-[400px] flex-col items-center justify-center gap-3 rounded-control bg-sunken/60 px-6">
      <Notice tone="danger" className="max-w-full">
        <p className="font-medium">Whoops, something went wrong</p>
        <p className="wrap-anywhere">Error: {message}</p>
      </Notice>
      <div className="flex flex-wrap justify-center gap-2">
        <Button className="tabular" isDisabled={waitS > 0} onPress={leaveBy(() => void queryRunner.run(id))}>
          {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
        </Button>
        {previous !== null && (
          <Button onPress={leaveBy(() => graphStore.showPrevious(id))}>Show the previous chart</Button>
        )}
      </div>
    </div>
  )
}
