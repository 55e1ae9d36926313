import { type AddressedRange, isRelative, readAddress, writeAddress } from '#contract/dashboard-address.ts'
import type { DateRange, GraphCard } from '#web/dashboard/graphs/graph-card.ts'
import { resolveRange } from '#web/dashboard/graphs/relative-range.ts'
import { withBasePath } from '#web/ui/base-path.ts'
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

/** The query of an address, with the instant whose knowledge is shown. */
export const withAsOf = (query: string, as_of: string | null) =>
  as_of === null ? query : `${query}&as_of=${as_of}`

/** A link for others, who may be in another zone and open it on another day. Without `isMoving` it holds the days of now. */
export function shareLink(
  cards: readonly LinkedCard[],
  { isMoving = false, as_of }: { isMoving?: boolean; as_of: string | null },
): string {
  const shared = cards.map((card) =>
    isMoving ? card : { ...card, filters: { ...card.filters, relative: null } },
  )
  return `${location.origin}${withBasePath('/dashboard')}${withZone(withAsOf(writeDashboard(shared), as_of), zoneName())}`
}

/** The cards of an address: `null` if it has none, `broken` if it cannot be read. */
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
  // The reader of the address has found that these local times exist.
  const instant = (wallTime: string) => new Date(momentOf(Date.parse(`${wallTime}Z`))).toISOString()
  return { dateFrom: instant(range.from), dateTo: instant(range.to), relative: null }
}

export function readSavedId(search: string): string | null {
  return /[?&]saved=([0-9a-f-]{36})(?=&|$)/i.exec(search)?.[1] ?? null
}

/** The query of the address of a saved dashboard, with the cards if they differ from what is saved. */
export function writeSaved(saved: { id: string; query: string }, cards: readonly LinkedCard[]): string {
  const query = writeRunning(cards)
  return query === saved.query ? `?saved=${saved.id}` : `?saved=${saved.id}&${writeDashboard(cards).slice(1)}`
}

/** The saved text of some cards: everything in their address, and that their queries run when it is opened. */
export function writeRunning(cards: readonly LinkedCard[]): string {
  return writeDashboard(cards.map((card) => ({ ...card, hasRun: true })))
}
