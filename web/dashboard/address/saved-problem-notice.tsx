import { X } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { dismissProblem, useOpenDashboard } from './open-dashboard.ts'

/** Says why a saved dashboard is not shown, until the user dismisses it. */
export function SavedProblemNotice() {
  const { problem } = useOpenDashboard()
  if (problem === null) return null
  return (
    <Notice
      tone="caution"
      action={
        <Button variant="quiet" size="icon" aria-label="Dismiss" onPress={dismissProblem}>
          <X aria-hidden />
        </Button>
      }
    >
      {problem}
    </Notice>
  )
}
