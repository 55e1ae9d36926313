import { formatShortDay } from '#web/model/view/delivery-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that a day's forecast could not be loaded, why, and what is on the screen instead. */
export function FailedForecast(props: {
  reason: string
  day: string
  /** The day that is still on the screen; null for none. */
  shownDay: string | null
  onRetry: () => void
}) {
  const { reason, day, shownDay, onRetry } = props
  return (
    <Notice
      tone="danger"
      action={
        <Button variant="danger" size="small" onPress={onRetry}>
          Retry
        </Button>
      }
    >
      <p>Whoops something went wrong</p>
      <p className="text-sm">
        The forecast for {formatShortDay(day)} could not be loaded: {reason}
        {shownDay !== null && ` The page still shows ${formatShortDay(shownDay)}.`}
      </p>
    </Notice>
  )
}
