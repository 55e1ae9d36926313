import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands in the place of a list that is loading, has failed or is empty. */
export function ListState(props: {
  list: readonly unknown[] | undefined
  error: Error | null
  onRetry: () => void
  empty: string
}) {
  const { list, error } = props
  if (list !== undefined) return list.length === 0 ? <p className="text-ink-muted">{props.empty}</p> : null
  if (error === null) return <Skeleton className="h-14" />
  if (error instanceof ApiError && error.status === 404)
    return <p className="text-ink-muted">The backend of this server does not have them.</p>
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
