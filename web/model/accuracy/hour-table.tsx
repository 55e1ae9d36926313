import type { CountryScores } from '#contract/accuracy.ts'
import { formatMw, formatShare } from '#contract/power-text.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import { leftOutWords } from '#web/model/view/run-words.ts'
import { classNames } from '#web/ui/class-names.ts'
import { shortDay } from '#web/zone/market-day.ts'

import type { ChosenScores } from './leader-rows.ts'

const CELL = 'px-1.5 text-right first:pl-0 last:pr-0'
const HEAD = classNames(CELL, 'py-1 font-normal')

/** The errors of the forecasts by hour of the day. A bar is the final forecast's error, a line across it that of the TSO. */
export function HourTable({ name, chosen }: { name: string; chosen: ChosenScores }) {
  return (
    <table className="tabular w-full text-sm max-[24rem]:text-xs">
      <caption className="pb-1 text-left text-ink-muted">
        {name} by hour of the day: {scoredWords(chosen)}. Mean absolute error, MW; share of values in the band
        from P10 to P90.
        <span className="max-sm:hidden"> Bar: final forecast; line: TSO forecast.</span>
      </caption>
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className={classNames(HEAD, 'text-left')}>
            Hour
          </th>
          {['Final forecast', 'Model forecast', 'TSO forecast'].map((head) => (
            <th key={head} scope="col" className={HEAD}>
              {head}
            </th>
          ))}
          <td aria-hidden className="w-2/5 max-sm:hidden" />
          <th scope="col" className={HEAD}>
            In band
          </th>
        </tr>
      </thead>
      <tbody>
        {hourRows(chosen.scores).map((row) => (
          <tr key={row.hour} className="h-6 border-t border-line/60">
            <th scope="row" className={classNames(CELL, 'text-left font-medium')}>
              {hourKey(row.hour)}
            </th>
            <td className={classNames(CELL, 'font-semibold')}>{formatMw(row.finalMaeMw)}</td>
            <td className={CELL}>{formatMw(row.modelMaeMw)}</td>
            <td className={CELL}>{formatMw(row.tsoMaeMw)}</td>
            <td aria-hidden className="px-1.5 max-sm:hidden">
              <div className="relative h-3.5 forced-color-adjust-none">
                {row.finalShare !== null && (
                  <span
                    className="absolute inset-y-0.5 left-0 rounded-full bg-curve-final"
                    style={{ width: `${row.finalShare * 100}%` }}
                  />
                )}
                {row.tsoShare !== null && (
                  <span
                    className="absolute inset-y-0 w-0.5 bg-curve-tso"
                    style={{ left: `calc(${row.tsoShare * 100}% - 1px)` }}
                  />
                )}
              </div>
            </td>
            <td className={CELL}>{formatShare(row.bandCoverage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One row per hour of the day, with lengths of bars from 0 to 1, which are scaled to the largest error of final value and TSO; null if missing. */
export function hourRows({ byHour }: CountryScores) {
  const largest = Math.max(
    0,
    ...byHour.flatMap(({ finalMaeMw, tsoMaeMw }) => [finalMaeMw ?? 0, tsoMaeMw ?? 0]),
  )
  const share = (maeMw: number | null) => (maeMw === null || largest === 0 ? null : maeMw / largest)
  return byHour.map((scores) => ({
    ...scores,
    finalShare: share(scores.finalMaeMw),
    tsoShare: share(scores.tsoMaeMw),
  }))
}

/** `complete runs, Sun, Oct 25 to Sat, Nov 21, 28 days (20 replayed)`: what the scores are of. */
export function scoredWords({ kind, scores }: ChosenScores): string {
  const { fromDay, toDay, days, replayedDays, suspiciousDays } = scores
  const span = fromDay === null || toDay === null ? '' : `, ${shortDay(fromDay)} to ${shortDay(toDay)}`
  const replayed = replayedDays === 0 ? '' : ` (${replayedDays} replayed)`
  return `${kind} runs${span}, ${days} ${days === 1 ? 'day' : 'days'}${replayed}${leftOutWords(suspiciousDays)}`
}
