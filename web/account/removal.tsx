import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'

/** A button that removes something, after one more question. */
export function Removal(props: { name: string; question: string; isBusy: boolean; onRemove: () => void }) {
  const { name, question, isBusy, onRemove } = props
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button size="small" aria-label={`Remove ${name}`} onPress={() => setAsking(true)}>
        Remove
      </Button>
    )
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 text-sm wrap-anywhere">{question}</span>
      <Button size="small" variant="danger" isDisabled={isBusy} onPress={onRemove}>
        Remove
      </Button>
      <Button size="small" autoFocus onPress={() => setAsking(false)}>
        Keep
      </Button>
    </div>
  )
}
