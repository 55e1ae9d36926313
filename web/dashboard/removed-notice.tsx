import { Undo2 } from 'lucide-react'
import { useStore } from 'zustand/react'

import { Button } from '#web/ui/button.tsx'
import { LateNotice } from '#web/ui/notice.tsx'

import { graphStore } from './graphs/dashboard-graphs.ts'

/** Says that a card was removed, and brings it back on request. */
export function RemovedNotice(props: { onRestore: () => void; onDismiss: () => void }) {
  const removed = useStore(graphStore.state, (state) => state.removed)
  if (removed === null) return null
  const undo = (
    <Button size="small" onPress={props.onRestore}>
      <Undo2 aria-hidden />
      Undo
    </Button>
  )
  return (
    <LateNotice tone="info" action={undo} onDismiss={props.onDismiss}>
      Graph #{removed.index + 1} removed.
    </LateNotice>
  )
}
