import { type AddressedRange, isRelative, readAddress, writeAddress } from '#contract/dashboard-address.ts'
import type { DateRange, GraphCard } from '#web/dashboard/graphs/graph-card.ts'
import { resolveRange } from '#web/dashboard/graphs/relative-range.ts'
import { readAsOf } from '#web/market/links.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'
import { withZone, zoneName } from '#web/zone/display-zone.ts'
import { momentOf, wallTime } from '#web/zone/wall-clock.ts'

export type LinkedCard = Pick<GraphCard, 'filters' | 'view' | 'hasRun'>

export function writeDashboard(cards: readonly LinkedCard[]): string {
  const clock = (instant: string) => wallTime(instant).replace(' ', 'T')
  const rangeOf = ({ dateFrom, dateTo, relative }: DateRange) =>
    relative ?? { from: clock(dateFrom), to: clock(dateTo) }
  return writeAddress(
    cards.map(({ filters, ...card }) => ({ ...card, filters: { ...filters, range: rangeOf(filters) } })),
  )
}

export const withAsOf = (query: string, as_of: string | null) =>
  as_of === null ? query : `${query}&as_of=${as_of}`

/** The link has zone and days, because links are opened in other zones and on other days. `isMoving` keeps relative days. */
export function shareLink(
  cards: readonly LinkedCard[],
  { isMoving = false, as_of }: { isMoving?: boolean; as_of: string | null },
): string {
  const shared = cards.map((card) =>
    isMoving ? card : { ...card, filters: { ...card.filters, relative: null } },
  )
  return `${location.origin}${withBasePath('/dashboard')}${withZone(withAsOf(writeDashboard(shared), as_of), zoneName())}`
}

/** `null`: no cards; `broken`: unreadable. */
export function readDashboard(search: string, nowMs: number): LinkedCard[] | 'broken' | null {
  const cards = readAddress(search)
  if (cards === null || cards === 'broken') return cards
  return cards.map(({ filters: { range, ...subject }, ...card }) => ({
    ...card,
    filters: { ...subject, ...toDates(range, nowMs) },
  }))
}

function toDates(range: AddressedRange, nowMs: number): DateRange {
  if (isRelative(range)) return { ...resolveRange(range, nowMs), relative: range }
  // `readAddress` has checked that these local times exist.
  const instant = (wallTime: string) => new Date(momentOf(Date.parse(`${wallTime}Z`))).toISOString()
  return { dateFrom: instant(range.from), dateTo: instant(range.to), relative: null }
}

export function readSavedId(search: string): string | null {
  return /[?&]saved=([0-9a-f-]{36})(?=&|$)/i.exec(search)?.[1] ?? null
}

/** Fields beside the cards that cannot be read, as they are written. */
export function unreadBesideCards(search: string): string[] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter(
      (field) =>
        (field.startsWith('saved=') && readSavedId(`?${field}`) === null) ||
        (field.startsWith('as_of=') && readAsOf(field) === null),
    )
}

/** Contains the cards only if they differ from the saved ones. */
export function writeSaved(saved: { id: string; query: string }, cards: readonly LinkedCard[]): string {
  const query = writeRunning(cards)
  return query === saved.query ? `?saved=${saved.id}` : `?saved=${saved.id}&${writeDashboard(cards).slice(1)}`
}

export function writeRunning(cards: readonly LinkedCard[]): string {
  return writeDashboard(cards.map((card) => ({ ...card, hasRun: true })))
}
