import { areaLabel, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import {
  DATA_ITEMS,
  DAY_STATES,
  type DataDaysAnswer,
  type DataItem,
  type DayState,
  ITEM_OF,
  STATE_WORDS,
} from '#contract/data-days.ts'
import { lateWords, unknownWords } from '#contract/words/data-days.ts'
import { daysInWords } from '#contract/words/days.ts'
import { addDays } from '#contract/zone-time.ts'

/** Items whose most serious state is shown. `forecasts`: the three TSO forecasts. */
export const CHOICES = ['all', 'load', 'solar', 'wind', 'forecasts'] as const
export type Choice = (typeof CHOICES)[number]

/** The most serious state; `none`: not published. */
export type CellState = DayState | 'complete' | 'none'

export const CELL_WORDS: Readonly<Record<CellState, { symbol: string; word: string; meaning: string }>> = {
  complete: { symbol: '', word: 'complete', meaning: 'everything due is stored' },
  ...STATE_WORDS,
  none: { symbol: '', word: 'not stored', meaning: 'nothing in all this time' },
}

export type CalendarRow = ReturnType<typeof calendarRows>[number]

/** `yyyy-MM-dd` */
export function daysOf({ fromDay, toDay }: Pick<DataDaysAnswer, 'fromDay' | 'toDay'>): string[] {
  const days: string[] = []
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) days.push(day)
  return days
}

function itemsOf(choice: Choice): readonly DataItem[] {
  if (choice === 'all') return DATA_ITEMS
  return choice === 'forecasts' ? DATA_ITEMS.filter((item) => ITEM_OF[item].isForecast) : [choice]
}

export function calendarRows(answer: DataDaysAnswer, choice: Choice) {
  const days = daysOf(answer)
  const items = itemsOf(choice)
  return MEMBER_CODES.map((area) => {
    const marks = answer.marks.filter((mark) => mark.area === area && items.includes(mark.item))
    const missing = answer.unpublished.filter((other) => other.area === area && items.includes(other.item))
    const otherwise = missing.length === items.length ? 'none' : 'complete'
    const gravest = new Map<string, CellState>()
    for (const state of DAY_STATES.toReversed())
      for (const mark of marks) if (mark.state === state) for (const day of mark.days) gravest.set(day, state)
    return { area, name: areaLabel(area), states: days.map((day) => gravest.get(day) ?? otherwise) }
  })
}

/** `null`: not published. */
export function itemsOn({ marks, unpublished }: DataDaysAnswer, area: MemberCode, day: string) {
  return DATA_ITEMS.map((item) => {
    const isItem = (other: { area: MemberCode; item: DataItem }) => other.area === area && other.item === item
    if (unpublished.some(isItem)) return { item, states: null }
    return {
      item,
      states: marks.filter((mark) => isItem(mark) && mark.days.includes(day)).map(({ state }) => state),
    }
  })
}

/** Actual values that are late now, and hours that the last run before the auction did not know. */
export function delaySentences({ delays, unknownHours }: Pick<DataDaysAnswer, 'delays' | 'unknownHours'>) {
  return [
    ...delays.flatMap((delay) =>
      delay.sinceDay === null ? [] : [`${lateWords(delay)} Late since ${daysInWords([delay.sinceDay])}.`],
    ),
    ...unknownHours.map((unknown) =>
      unknownWords(unknown, ` for ${areaLabel(unknown.area)} on ${daysInWords([unknown.day])}`),
    ),
  ]
}

/** Dashboard query with one card: a day of the chosen quantity, or of the only marked one. */
export function dayAddress(answer: DataDaysAnswer, area: MemberCode, day: string, choice: Choice): string {
  const marked = itemsOn(answer, area, day).filter(({ states }) =>
    states?.some((state) => state !== 'last-published'),
  )
  const quantities = [...new Set(marked.map(({ item }) => item.replace(' forecast', '')))]
  const shown = choice === 'all' && quantities.length === 1 ? quantities[0] : choice
  const type = shown === 'solar' || shown === 'wind' ? shown : 'residual'
  return `?v=1&g=${area},${type},H,${day}T00:00,${day}T23:59,run`
}

/** Every tenth day, and the first column unless a month begins in the next. */
export function namesMonth(days: readonly string[], index: number): boolean {
  return index === 0 ? !days[1]?.endsWith('-01') : /-[012]1$/.test(days[index] ?? '')
}
