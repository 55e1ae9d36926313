import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands in the place of a list that is loading, has failed or is empty. */
export function ListState(props: {
  /** Null where the backend keeps none. */
  list: readonly unknown[] | null | undefined
  error: Error | null
  onRetry: () => void
  empty: string
}) {
  const { list, error } = props
  if (list === null) return <p className="text-ink-muted">The backend of this server does not have them.</p>
  if (list !== undefined) return list.length === 0 ? <p className="text-ink-muted">{props.empty}</p> : null
  if (error === null) return <Skeleton className="h-14" />
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" onPress={props.onRetry}>
          Retry
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}
