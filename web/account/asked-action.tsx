import { type ReactNode, useState } from 'react'

import { Button } from '#web/ui/button.tsx'

/** A button that does what it says after one more question. */
export function AskedAction(props: {
  /** Of what it is done to, for screen readers. */
  name: string
  action?: string
  dismissal?: string
  question: ReactNode
  isBusy: boolean
  onAction: () => void
}) {
  const { name, action = 'Remove', dismissal = 'Keep', question, isBusy, onAction } = props
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button size="small" aria-label={`${action} ${name}`} onPress={() => setAsking(true)}>
        {action}
      </Button>
    )
  const act = () => {
    setAsking(false)
    onAction()
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 text-sm wrap-anywhere">{question}</div>
      <Button size="small" variant="danger" isDisabled={isBusy} onPress={act}>
        {action}
      </Button>
      <Button size="small" autoFocus onPress={() => setAsking(false)}>
        {dismissal}
      </Button>
    </div>
  )
}
