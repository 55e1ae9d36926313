import { useState } from 'react'

import { isOwnBackend } from '#web/api/request.ts'
import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { useAsOf, useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { asOfShown } from '#web/market/links.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { zoneName } from '#web/zone/display-zone.ts'

type Kept = 'days' | 'moving' | 'now'

export function ShareDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const cards = useGraphCards((all) => all)
  const [as_of] = useState(asOfShown)
  const [kept, setKept] = useState<Kept>(useAsOf() === null ? 'days' : 'now')
  const [report, setReport] = useState('')
  const options: { value: Kept; label: string }[] = [{ value: 'days', label: 'The same days' }]
  if (cards.some(({ filters }) => filters.relative !== null))
    options.push({ value: 'moving', label: 'Days that move on' })
  // Another backend has no history.
  if (isOwnBackend()) options.push({ value: 'now', label: 'As it is now' })
  const link = shareLink(cards, { isMoving: kept === 'moving', as_of: kept === 'now' ? as_of : null })
  return (
    <ModalDialog title="Share dashboard" onOpenChange={onOpenChange}>
      {options.length > 1 && (
        <RadioGroup label="Who opens it sees" value={kept} onChange={setKept} options={options} />
      )}
      <TextField
        label={`Link, times in ${zoneName()}`}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <p className="text-sm text-ink-muted">
        The values are those known {kept === 'now' ? 'now' : 'when the link is opened'}.
      </p>
      <div className="flex items-center gap-3">
        <Button variant="primary" onPress={() => void copyText(link, 'Link copied').then(setReport)}>
          Copy link
        </Button>
        <output className="text-sm text-ink-muted">{report}</output>
      </div>
    </ModalDialog>
  )
}
