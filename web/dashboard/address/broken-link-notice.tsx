import { X } from 'lucide-react'
import { useStore } from 'zustand/react'

import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that the dashboard in the address cannot be read, until the user dismisses it. */
export function BrokenLinkNotice() {
  const hasBrokenLink = useStore(graphStore.state, (state) => state.hasBrokenLink)
  if (!hasBrokenLink) return null
  return (
    <Notice
      tone="caution"
      action={
        <Button
          variant="quiet"
          size="icon"
          aria-label="Dismiss"
          onPress={() => graphStore.dismissBrokenLink()}
        >
          <X aria-hidden />
        </Button>
      }
    >
      This link could not be read, so the dashboard shows its default graph.
    </Notice>
  )
}
