import { Undo2, X } from 'lucide-react'
import { useStore } from 'zustand/react'

import { Button } from '#web/ui/button.tsx'

import { graphStore } from './graphs/dashboard-graphs.ts'

/** Says that a card was removed, and brings it back on request. The region is always there, so that it is announced. */
export function RemovedNotice(props: { onRestore: () => void; onDismiss: () => void }) {
  const removed = useStore(graphStore.state, (state) => state.removed)
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center">
      {removed !== null && (
        <div className="pointer-events-auto flex items-center gap-2 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 shadow-overlay">
          <span>Graph #{removed.index + 1} removed.</span>
          <Button size="small" onPress={props.onRestore}>
            <Undo2 aria-hidden />
            Undo
          </Button>
          <Button variant="quiet" size="icon" aria-label="Dismiss" onPress={props.onDismiss}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </output>
  )
}
