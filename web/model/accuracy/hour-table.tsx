import { hourKey } from '#web/model/view/playback.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatMw, formatShare } from '#web/ui/power-format.ts'

import { type ChosenScores, type HourRow, hourRows, scoredWords } from './hour-rows.ts'

const CELL = 'px-1.5 text-right first:pl-0 last:pr-0'
const HEAD = classNames(CELL, 'py-1 font-normal')

/** The errors of the forecasts by hour of the day. A bar is the final value's error, a line across it that of the TSO. */
export function HourTable({ name, chosen }: { name: string; chosen: ChosenScores }) {
  return (
    <table className="tabular w-full text-sm">
      <caption className="pb-1 text-left text-ink-muted">
        {name} by hour of the day: {scoredWords(chosen)}. Mean absolute error, MW. Bar: final value, line:
        TSO.
      </caption>
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className={classNames(HEAD, 'text-left')}>
            Hour
          </th>
          <th scope="col" className={HEAD}>
            Final value
          </th>
          <th scope="col" className={HEAD}>
            Model
          </th>
          <th scope="col" className={HEAD}>
            TSO
          </th>
          <td aria-hidden className="w-2/5 max-sm:hidden" />
          <th scope="col" className={HEAD}>
            In band
          </th>
        </tr>
      </thead>
      <tbody>
        {hourRows(chosen.scores).map((row) => (
          <Hour key={row.hour} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Hour({ row }: { row: HourRow }) {
  return (
    <tr className="h-6 border-t border-line/60">
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
              className="absolute inset-y-0.5 left-0 rounded-full bg-accent"
              style={{ width: `${row.finalShare * 100}%` }}
            />
          )}
          {row.tsoShare !== null && (
            <span
              className="absolute inset-y-0 w-0.5 bg-ink"
              style={{ left: `calc(${row.tsoShare * 100}% - 1px)` }}
            />
          )}
        </div>
      </td>
      <td className={CELL}>{formatShare(row.bandCoverage)}</td>
    </tr>
  )
}
