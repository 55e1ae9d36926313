import type { ReactNode } from 'react'
import { z } from 'zod'

import { formatInstant } from '#web/zone/display-zone.ts'

import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

const InstantSchema = z.iso.datetime()

/** The instant whose knowledge an address asks for, RFC 3339 in UTC; null for what is known now. */
export const readAsOf = (params: URLSearchParams): string | null =>
  InstantSchema.safeParse(params.get('as_of')).data ?? null

/** `2026-11-26T10:35:20Z`, for a link that keeps what is known now. */
export const thisSecond = () => `${new Date().toISOString().slice(0, 19)}Z`

/** Says that a page shows what was known earlier, and leads back to now. */
export function AsOfNotice(props: { asOf: string; onNow: () => void; children: ReactNode }) {
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onPress={props.onNow}>
          Back to now
        </Button>
      }
    >
      As of {formatInstant(props.asOf)}: {props.children}
    </Notice>
  )
}
