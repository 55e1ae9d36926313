import { ArrowDown } from 'lucide-react'

import type { PeriodDays } from '#contract/accuracy.ts'
import { formatMw, formatShare } from '#contract/power-text.ts'
import type { AccuracyOrder } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'

import { commonRuns, type LeaderRow, leaderSpan, scoredRuns } from './leader-rows.ts'

const CELL = 'px-1 py-1 first:pl-0 last:pr-0 sm:px-1.5'

/** All countries with the errors of our forecast and the TSO's, and in words which is ahead. */
export function LeaderTable(props: {
  rows: readonly LeaderRow[]
  days: PeriodDays
  order: AccuracyOrder
  selected: string | null
  onOrderChange: (order: AccuracyOrder) => void
  onChoose: (country: string) => void
}) {
  const { order, onOrderChange } = props
  const common = commonRuns(props.rows)
  const span = leaderSpan(props.rows)
  return (
    <table className="tabular w-full text-sm max-[24rem]:text-xs">
      <caption className="pb-1 text-left text-ink-muted">
        Mean absolute error of the residual load, MW and percent of the mean load,{' '}
        {span !== null && `${span}, `}
        {common ?? `up to ${props.days} days`}
      </caption>
      <thead>
        <tr className="text-ink-muted">
          <SortableHead order="name" current={order} onChange={onOrderChange} isText>
            Country
          </SortableHead>
          <SortableHead order="error" current={order} onChange={onOrderChange}>
            Final forecast
          </SortableHead>
          <SortableHead order="share" current={order} onChange={onOrderChange}>
            % of load
          </SortableHead>
          <th scope="col" className={classNames(CELL, 'text-right font-normal max-sm:hidden')}>
            TSO forecast
          </th>
          <SortableHead order="lead" current={order} onChange={onOrderChange} isText>
            Compared with TSO
          </SortableHead>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr
            key={row.code}
            className={classNames(
              'border-t border-line/60',
              row.code === props.selected && 'bg-accent-soft forced-colors:outline-2',
            )}
          >
            <th scope="row" className={classNames(CELL, 'text-left font-medium')}>
              <button
                type="button"
                aria-pressed={row.code === props.selected}
                onClick={() => props.onChoose(row.code)}
                className="-mx-1 min-h-6 cursor-pointer rounded-control px-1 text-left hover:underline"
              >
                {row.name}
              </button>
            </th>
            <td className={classNames(CELL, 'text-right')}>{formatMw(row.finalMaeMw)}</td>
            <td className={classNames(CELL, 'text-right')}>{formatShare(row.finalShare)}</td>
            <td className={classNames(CELL, 'text-right max-sm:hidden')}>{formatMw(row.tsoMaeMw)}</td>
            <td className={classNames(CELL, 'max-sm:w-2/5')}>
              {row.words}
              {common === null && <span className="block text-xs text-ink-muted">{scoredRuns(row)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortableHead(props: {
  order: AccuracyOrder
  current: AccuracyOrder
  onChange: (order: AccuracyOrder) => void
  /** Text stands left, figures right. */
  isText?: boolean
  children: string
}) {
  const isCurrent = props.order === props.current
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? 'ascending' : 'none'}
      className={classNames(CELL, 'font-normal', props.isText ? 'text-left' : 'text-right')}
    >
      <button
        type="button"
        onClick={() => props.onChange(props.order)}
        className={classNames(
          'inline-flex min-h-6 cursor-pointer items-center gap-0.5 rounded-control px-1 hover:text-ink hover:underline',
          // The arrow and the room around a head move none from above its column.
          props.isText ? '-ml-1' : '-mr-1 flex-row-reverse',
          isCurrent && 'font-medium text-ink',
        )}
      >
        {props.children}
        <ArrowDown aria-hidden className={classNames('size-3 max-sm:hidden', !isCurrent && 'invisible')} />
      </button>
    </th>
  )
}
