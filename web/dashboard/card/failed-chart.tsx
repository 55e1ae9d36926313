import { queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/timing/use-countdown.ts'

import { focusGraphTitle } from './graph-title.ts'

/** What went wrong, and a button to try again: at once, or after the time that the server asked for. */
export function FailedChart(props: { id: string; message: string; retryAtMs: number | null }) {
  const { id, message, retryAtMs } = props
  const waitS = useCountdown(retryAtMs)
  const retry = () => {
    // The button disappears with the error.
    focusGraphTitle(id)
    void queryRunner.run(id)
  }
  return (
    <div className="flex h-full min-h-[400px] flex-col items-center justify-center gap-3 rounded-control bg-sunken/60 px-6">
      <Notice tone="danger" className="max-w-full">
        <p className="font-medium">Whoops, something went wrong</p>
        <p className="wrap-anywhere">Error: {message}</p>
      </Notice>
      <Button className="tabular" isDisabled={waitS > 0} onPress={retry}>
        {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
      </Button>
    </div>
  )
}
