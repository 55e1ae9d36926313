import { useState } from 'react'
import { Link } from 'react-router'

import { formatDifferenceMw, formatMw } from '#contract/power-text.ts'
import { type DayErrorRow, PARTS, QUANTITY_WORDS } from '#contract/row-tables.ts'
import { shortDay } from '#web/zone/market-day.ts'

const SHOWN = 8
const FIGURES = ['mae_mw', 'bias_mw'] as const
const CELL = 'py-1 pl-1.5 text-right first:pl-0 first:text-left sm:pl-3 sm:first:pl-0'

/** Days by the error of the final forecast, the worst first, with the part that missed most and what is known of the day. */
export function WorstDays(props: {
  rows: readonly DayErrorRow[]
  /** Error by which the days are sorted. */
  by: 'residual' | 'solar' | 'wind'
  /** The area, and what days. */
  subject: string
  /** Whose model page shows a day; null where there is none. */
  country: string | null
  /** When the days were known; null for now. */
  asOf: string | null
}) {
  const { by, country, asOf } = props
  const [isWhole, setWhole] = useState(false)
  const parts = by === 'residual' ? PARTS : []
  const [mae, bias] = by === 'residual' ? FIGURES : ([`${by}_mae_mw`, `${by}_bias_mw`] as const)
  const sorted = props.rows.toSorted((a, b) => (b[mae] ?? 0) - (a[mae] ?? 0))
  return (
    <div className="overflow-x-auto">
      <table className="tabular w-full text-sm whitespace-nowrap max-sm:text-xs max-[24rem]:text-[0.6875rem]">
        <caption className="pb-1 text-left whitespace-normal text-ink-muted">
          {props.subject}: errors of the final forecast by day, MW
          {by === 'residual' && ', and the MAE of each part'}. A bias above zero: the forecast was too high.
        </caption>
        <thead>
          <tr className="text-ink-muted">
            {['Worst days', 'MAE', 'Bias', ...parts.map((part) => QUANTITY_WORDS[part])].map((head) => (
              <th key={head} scope="col" className={`${CELL} font-normal`}>
                {head}
              </th>
            ))}
            <th scope="col" className="py-1 pl-4 text-left font-normal max-sm:hidden">
              Known of the day
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, isWhole ? undefined : SHOWN).map((row) => {
            const known = [by === 'residual' && `${row.worst_part} missed most`, row.known]
              .filter(Boolean)
              .join('; ')
            return (
              <tr key={row.day} className="border-t border-line/60">
                <th scope="row" className={`${CELL} font-medium`}>
                  {country === null ? (
                    shortDay(row.day)
                  ) : (
                    <Link
                      to={`/model?day=${row.day}&country=${country}${asOf === null ? '' : `&as_of=${asOf}`}`}
                      className="inline-block leading-6 text-accent-strong hover:underline"
                    >
                      {shortDay(row.day)}
                    </Link>
                  )}
                  <span className="block font-normal whitespace-normal text-ink-muted sm:hidden">
                    {known}
                  </span>
                </th>
                <td className={CELL}>{formatMw(row[mae])}</td>
                <td className={CELL}>{formatDifferenceMw(row[bias])}</td>
                {parts.map((part) => (
                  <td
                    key={part}
                    className={`${CELL} ${part === row.worst_part ? 'font-semibold' : 'text-ink-muted'}`}
                  >
                    {formatMw(row[`${part}_mae_mw`])}
                  </td>
                ))}
                <td className="py-1 pl-4 whitespace-normal text-ink-muted max-sm:hidden">{known}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {sorted.length > SHOWN && (
        <button
          type="button"
          className="min-h-7 cursor-pointer text-sm text-accent-strong hover:underline print:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the worst ${SHOWN}` : `Show all ${sorted.length} days`}
        </button>
      )}
    </div>
  )
}
