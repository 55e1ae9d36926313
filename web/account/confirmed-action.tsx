import { type ReactNode, useState } from 'react'

import { Button } from '#web/ui/button.tsx'

export function ConfirmedAction(props: {
  name: string
  action?: string
  question: ReactNode
  isBusy: boolean
  onAsk?: () => void
  onAction: () => void
}) {
  const { name, action = 'Remove', question, isBusy, onAsk, onAction } = props
  const [isAsking, setAsking] = useState<boolean | null>(null)
  const ask = () => {
    onAsk?.()
    if (question === null) onAction()
    else setAsking(true)
  }
  if (isAsking !== true)
    return (
      <Button
        size="small"
        aria-label={`${action} ${name}`}
        autoFocus={isAsking === false}
        isDisabled={question === null && isBusy}
        onPress={ask}
      >
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
        {props.action === undefined ? 'Keep' : 'Cancel'}
      </Button>
    </div>
  )
}
