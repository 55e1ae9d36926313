import { z } from 'zod'

import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatInstant } from '#web/zone/display-zone.ts'

/** RFC 3339 in UTC. */
export const InstantSchema = z.iso.datetime()

/** The instant whose knowledge an address shows; `null`: now. */
export const readAsOf = (search: string): string | null =>
  InstantSchema.safeParse(new URLSearchParams(search).get('as_of')).data ?? null

/** Instant for a permanent link: the address's, or the current second as `2026-11-26T10:35:20Z`. */
export const asOfShown = () => readAsOf(location.search) ?? `${new Date().toISOString().slice(0, 19)}Z`

export function AsOfNotice(props: { as_of: string; onNow: () => void }) {
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onPress={props.onNow}>
          Back to now
        </Button>
      }
    >
      As of {formatInstant(props.as_of)}: these are the forecasts known then, and the actual values of what
      had ended.
    </Notice>
  )
}
