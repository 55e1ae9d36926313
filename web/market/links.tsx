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

/** The fields of a link that were not read as written: `day=2026-02-30`. Names that `read` lacks do not count. */
export function unreadFields(params: URLSearchParams, read: Readonly<Record<string, unknown>>): string[] {
  const plain = (text: string) => text.replace(/^0(?=\d)/, '').toLowerCase()
  return [...params]
    .filter(([name, text]) => name in read && plain(text) !== plain(String(read[name])))
    .map(([name, text]) => `${name}=${text.slice(0, 80)}`)
}

export function LinkNotice({ unread, ...more }: { unread: readonly string[]; onDismiss?: () => void }) {
  if (unread.length === 0) return null
  return (
    <Notice tone="caution" {...more}>
      A part of this link was not understood and is left out: {unread.join(', ')}
    </Notice>
  )
}
