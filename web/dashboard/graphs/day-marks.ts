import { areaLabel } from '#contract/areas.ts'
import { type DayMark, ITEM_OF, STATE_WORDS, isDoubt, isGap } from '#contract/data-days.ts'
import { lastPublishedDays } from '#contract/words/data-days.ts'
import { rangesOf } from '#contract/words/days.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Remark } from '#web/chart/data/chart-data.ts'

import type { GraphFilters } from './graph-card.ts'

/** One mark per item and state. */
export function marksOf(answers: readonly DayMark[], { energyType }: Pick<GraphFilters, 'energyType'>) {
  const marks = new Map<string, DayMark>()
  for (const mark of answers) {
    const isResidual = energyType === 'Residual Load'
    // A curve shows its own gaps, but gaps of residual load come from its parts.
    if (!isDoubt(mark) && mark.state !== 'last-published' && !(isResidual && isGap(mark))) continue
    if (!isResidual && ITEM_OF[mark.item].part !== energyType) continue
    const name = `${mark.area} ${mark.item} ${mark.state}`
    const days = [...(marks.get(name)?.days ?? []), ...mark.days]
    marks.set(name, { ...mark, days: [...new Set(days)].toSorted() })
  }
  return withoutWholeGaps([...marks.values()])
}

const PARTS_OF_RESIDUAL_LOAD = 3

/** Removes days without any part of residual load, which need no explanation. */
function withoutWholeGaps(marks: readonly DayMark[]): DayMark[] {
  const missing = new Map<string, Set<DayMark['item']>>()
  for (const { area, item, days } of marks.filter(isGap))
    for (const day of days)
      missing.set(`${area} ${day}`, (missing.get(`${area} ${day}`) ?? new Set()).add(item))
  const isPartial = (area: string, day: string) =>
    missing.get(`${area} ${day}`)?.size !== PARTS_OF_RESIDUAL_LOAD
  return marks
    .map((mark) =>
      isGap(mark) ? { ...mark, days: mark.days.filter((day) => isPartial(mark.area, day)) } : mark,
    )
    .filter(({ days }) => days.length > 0)
}

export function remarksOf(marks: readonly DayMark[]): Remark[] {
  return [
    ...marks.filter(isDoubt).flatMap(({ area, item, state, days }) => {
      const text = `${item} of ${areaLabel(area)} ${STATE_WORDS[state].word}`
      return stretchesOf(days).map((stretch) => ({ ...stretch, text }))
    }),
    ...stretchesOf(lastPublishedDays(marks)).map((stretch) => ({
      ...stretch,
      text: 'TSO forecast as last published',
      isQuiet: true,
    })),
  ]
}

export function stretchesOf(days: readonly string[]): Pick<Remark, 'fromS' | 'toS'>[] {
  return rangesOf(days).map(({ from, to }) => ({
    fromS: timeOfDay(from) / 1000,
    toS: timeOfDay(addDays(to, 1)) / 1000,
  }))
}
