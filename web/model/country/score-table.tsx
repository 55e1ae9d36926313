import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { classNames } from '#web/ui/class-names.ts'

import { type ScoreRow, scoreRows } from './country-accuracy.ts'
import { formatShortDay } from '#web/model/view/delivery-day.ts'
import { formatMw, formatShare, formatShareChange } from '#web/model/view/power-format.ts'

/** Mean absolute errors of the four forecasts over the same hours, and the coverage of the band. */
export function ScoreTable({ scores }: { scores: AccuracyAnswer['scores'] }) {
  return (
    <>
      <table className="tabular w-full text-sm">
        <caption className="pb-1 text-left text-ink-muted">
          Mean absolute error of the residual load, {formatSpan(scores)}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Forecast</th>
            <th scope="col">Error, MW</th>
            <th scope="col">Against TSO</th>
          </tr>
        </thead>
        <tbody>
          {scoreRows(scores).map((row) => (
            <Score key={row.name} row={row} isPublished={row.name === 'Final value'} />
          ))}
        </tbody>
      </table>
      {scores.bandCoverage !== null && (
        <p className="pt-2 text-sm text-ink-muted">
          {formatShare(scores.bandCoverage)} of the actual values were between P10 and P90 (target: 80%).
        </p>
      )}
    </>
  )
}

function Score({ row, isPublished }: { row: ScoreRow; isPublished: boolean }) {
  return (
    <tr>
      <th
        scope="row"
        className={classNames('py-1 pr-3 text-left', isPublished ? 'font-semibold' : 'font-normal')}
      >
        {row.name}
        <span
          aria-hidden
          className={classNames(
            'mt-0.5 block h-1 rounded-full',
            isPublished ? 'bg-accent' : 'bg-line-strong',
          )}
          style={{ width: `${row.share * 100}%` }}
        />
      </th>
      <td className="w-20 py-1 text-right align-top whitespace-nowrap">{formatMw(row.maeMw)} MW</td>
      <td className="w-16 py-1 pl-2 text-right align-top text-ink-muted">
        {formatShareChange(row.againstTso)}
      </td>
    </tr>
  )
}

function formatSpan({ fromDay, toDay, hours }: AccuracyAnswer['scores']): string {
  const span =
    fromDay === null || toDay === null ? '' : `${formatShortDay(fromDay)} to ${formatShortDay(toDay)}, `
  return `${span}${hours} hours`
}
