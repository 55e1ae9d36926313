import type { ComparedErrors } from '#web/chart/data/forecast-errors.ts'
import { formatFigure } from '#web/chart/format/value-format.ts'

const TITLES = { day: 'MAE by hour of the day', week: 'MAE by day of the week' }
/** Of 24 hours every third one is named. */
const NAMED_EVERY = { day: 3, week: 1 }

/** The largest error of any bar: all bars are drawn to its scale. */
export function largestBar(rows: ComparedErrors['rows']): number {
  return Math.max(0, ...rows.flatMap(({ bySlot }) => bySlot.map(({ figures }) => figures?.mae ?? 0)))
}

/** `MAE by hour of the day, MW (highest bar 2,689)`. */
export function barsTitle({ kind }: ComparedErrors['cycle'], largest: number, unit: string): string {
  return `${TITLES[kind]}, ${unit} (highest bar ${formatFigure(largest, largest)})`
}

/** What stands above a slot: `07`, `Mon`; nothing where there is no room. */
export function slotHead({ kind, slots }: ComparedErrors['cycle'], index: number): string {
  return index % NAMED_EVERY[kind] === 0 ? (slots[index]?.replace(':00', '') ?? '') : ''
}
