import type { UseQueryResult } from '@tanstack/react-query'

import { loadingOf } from '#web/api/recovery.ts'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'

/** What stands in the place of a list that is loading, has failed or is empty. */
export function ListState(props: {
  /** Null where the backend keeps none. */
  list: readonly unknown[] | null | undefined
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  empty: string
}) {
  const { list, query, empty } = props
  const loading = loadingOf({ ...query, data: list })
  return (
    <Loaded subject="The list" {...loading} isCompact className="h-14">
      {(list === null || list?.length === 0) && (
        <PanelState state="empty" isCompact>
          {list === null ? 'The backend of this server does not have them.' : empty}
        </PanelState>
      )}
    </Loaded>
  )
}
