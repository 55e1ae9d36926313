import { useState } from 'react'

import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ModalDialog } from '#web/ui/overlays/modal-dialog.tsx'
import { zoneName } from '#web/zone/display-zone.ts'

/** The link to the present cards: with the zone and the days of now, unless the days are to move on with the calendar. */
export function ShareDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const cards = useGraphCards((all) => all)
  const [isMoving, setMoving] = useState(false)
  const [report, setReport] = useState('')
  const link = shareLink(cards, { isMoving })
  return (
    <ModalDialog title="Share dashboard" isOpen onOpenChange={onOpenChange}>
      <TextField
        label={`Link, times in ${zoneName()}`}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <p className="text-sm text-ink-muted">
        The link keeps the cards, {isMoving ? 'their range' : 'the days'} and the time zone. The values are
        those known when it is opened.
      </p>
      {cards.some(({ filters }) => filters.relative !== null) && (
        <Switch isSelected={isMoving} onChange={setMoving}>
          Days move on with the calendar
        </Switch>
      )}
      <div className="flex items-center gap-3">
        <Button variant="primary" onPress={() => void copyText(link, 'Link copied').then(setReport)}>
          Copy link
        </Button>
        <output className="text-sm text-ink-muted">{report}</output>
      </div>
    </ModalDialog>
  )
}
