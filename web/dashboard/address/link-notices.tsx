import { X } from 'lucide-react'
import { useStore } from 'zustand/react'

import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { dismissProblem, useOpenDashboard } from './open-dashboard.ts'

/** Says why the dashboard of the address is not shown, until the user dismisses it. */
export function LinkNotices() {
  const hasBrokenLink = useStore(graphStore.state, (state) => state.hasBrokenLink)
  const { problem } = useOpenDashboard()
  return (
    <>
      {hasBrokenLink && (
        <LinkNotice
          text="This link could not be read, so the dashboard shows its default graph."
          onDismiss={() => graphStore.dismissBrokenLink()}
        />
      )}
      {problem !== null && <LinkNotice text={problem} onDismiss={dismissProblem} />}
    </>
  )
}

function LinkNotice({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <Notice
      tone="caution"
      action={
        <Button variant="quiet" size="icon" aria-label="Dismiss" onPress={onDismiss}>
          <X aria-hidden />
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
