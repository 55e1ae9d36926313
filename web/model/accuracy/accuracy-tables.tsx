import { memo } from 'react'

import type { PeriodDays, UploadScores } from '#contract/accuracy.ts'
import { formatMw, formatShare, formatShareChange } from '#contract/words/power.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import type { AccuracyOrder } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type FigureColumn, FigureTable, RowButton } from '#web/ui/figure-table.tsx'

import {
  type ChosenScores,
  commonRuns,
  hourRows,
  type LeaderRow,
  leaderSpan,
  scoredRuns,
  scoredWords,
} from './leader-rows.ts'

export const LeaderTable = memo(function LeaderTable(props: {
  rows: readonly LeaderRow[]
  days: PeriodDays
  order: AccuracyOrder
  selected: string | null
  changeView: ModelState['address'][1]
}) {
  const common = commonRuns(props.rows)
  const span = leaderSpan(props.rows)
  const largest = Math.max(...props.rows.map(({ againstTso }) => Math.abs(againstTso ?? 0)))
  const sortBy = (order: AccuracyOrder) => ({
    isCurrent: order === props.order,
    onSort: () => props.changeView({ rank: order }),
  })
  const columns: readonly FigureColumn<LeaderRow>[] = [
    {
      head: 'Country',
      isRowHead: true,
      className: 'min-[24rem]:whitespace-nowrap',
      sort: sortBy('name'),
      renderCell: ({ code, name }, isChosen) => (
        <RowButton isChosen={isChosen} onPress={() => props.changeView({ country: code }, 'push')}>
          {name}
        </RowButton>
      ),
    },
    { head: 'Final', sort: sortBy('error'), renderCell: ({ finalMaeMw }) => formatMw(finalMaeMw) },
    { head: 'TSO', renderCell: ({ tsoMaeMw }) => formatMw(tsoMaeMw) },
    {
      head: '% of load',
      sort: sortBy('share'),
      className: 'max-sm:hidden',
      renderCell: ({ finalShare }) => formatShare(finalShare),
    },
    {
      head: 'Compared with TSO',
      sort: sortBy('lead'),
      className: 'w-[44%] max-sm:w-auto',
      renderCell: (row) => (
        <>
          <LeadBar row={row} largest={largest} />
          {common === null && <span className="block text-xs text-ink-muted">{scoredRuns(row)}</span>}
        </>
      ),
    },
  ]
  return (
    <FigureTable
      caption={
        <>
          Mean absolute error of the residual load, MW, and compared with the TSO’s.{' '}
          {span !== null && `${span}, `}
          {common ?? `up to ${props.days} days`}.
        </>
      }
      columns={columns}
      rows={props.rows}
      keyOf={({ code }) => code}
      isChosen={({ code }) => code === props.selected}
      isDense
      rowClass={() => ROW_STYLE}
      className={TABLE_STYLE}
    />
  )
})

/** Rows of 26 px and captions of two lines align the two tables. */
const ROW_STYLE = 'h-6.5 border-t border-line/60'
const TABLE_STYLE = 'lg:[&_caption]:h-10 [&_thead_:is(th,td)]:align-middle [&_thead_tr]:h-8'

/** `−53.3%` and a bar from zero, to the left if our error is smaller. */
function LeadBar({ row: { againstTso, whyNot }, largest }: { row: LeaderRow; largest: number }) {
  if (againstTso === null) return <span className="text-ink-muted">{whyNot}</span>
  const percent = largest === 0 ? 0 : (50 * Math.abs(againstTso)) / largest
  return (
    <span className="flex items-center justify-end gap-3">
      <span
        aria-hidden
        className="relative h-3 grow border-line-strong forced-color-adjust-none max-sm:hidden"
      >
        <span
          className={classNames(
            'absolute inset-y-0.5 rounded-full',
            againstTso < 0 ? 'bg-curve-final' : 'bg-curve-tso',
          )}
          style={{ width: `${percent}%`, [againstTso < 0 ? 'right' : 'left']: '50%' }}
        />
        <span className="absolute -inset-y-1 left-1/2 w-px bg-line-strong" />
      </span>
      <span className={classNames('w-14 shrink-0', againstTso < 0 && 'font-semibold')}>
        {formatShareChange(againstTso)}
      </span>
    </span>
  )
}

type UploadRow = UploadScores & Pick<LeaderRow, 'name' | 'hours'> & { ownHours: number }

const UPLOAD_COLUMNS: readonly FigureColumn<UploadRow>[] = [
  { head: 'Uploaded forecast', isRowHead: true, renderCell: ({ label }) => label },
  { head: 'Country', isText: true, renderCell: ({ name }) => name },
  { head: 'Error', cellClass: () => 'font-semibold', renderCell: ({ maeMw }) => formatMw(maeMw) },
  { head: 'Final forecast', renderCell: ({ finalMaeMw }) => formatMw(finalMaeMw) },
  { head: 'TSO forecast', className: 'max-sm:hidden', renderCell: ({ tsoMaeMw }) => formatMw(tsoMaeMw) },
  { head: 'Hours', renderCell: ({ ownHours, hours }) => `${ownHours} of ${hours}` },
  {
    head: 'Received before our run',
    renderCell: ({ days, receivedDays }) => `${receivedDays} of ${days} days`,
  },
]

export function UploadTable({ rows }: { rows: readonly LeaderRow[] }) {
  const uploads = rows.flatMap(({ uploaded, name, hours }) =>
    uploaded.map((scores) => ({ ...scores, name, hours, ownHours: scores.hours })),
  )
  if (uploads.length === 0) return null
  return (
    <FigureTable
      caption="Uploaded forecasts: mean absolute error, MW, of what was issued before our run as their owners say, in the scored hours that they have"
      columns={UPLOAD_COLUMNS}
      rows={uploads}
      keyOf={({ label, name }) => `${name} ${label}`}
      isDense
    />
  )
}

type HourRow = ReturnType<typeof hourRows>[number]

/** Hidden if equal to the final forecast's errors. */
const MODEL = 'Model'

const HOUR_COLUMNS: readonly FigureColumn<HourRow>[] = [
  { head: 'Hour', isRowHead: true, renderCell: ({ hour }) => hourKey(hour) },
  { head: 'Final', cellClass: () => 'font-semibold', renderCell: ({ finalMaeMw }) => formatMw(finalMaeMw) },
  { head: MODEL, renderCell: ({ modelMaeMw }) => formatMw(modelMaeMw) },
  { head: 'TSO', renderCell: ({ tsoMaeMw }) => formatMw(tsoMaeMw) },
  { head: '', isDrawing: true, className: 'w-2/5 max-sm:hidden', renderCell: (row) => <ErrorBar {...row} /> },
  { head: 'In band', renderCell: ({ bandCoverage }) => formatShare(bandCoverage) },
]

export const HourTable = memo(function HourTable(props: { name: string; chosen: ChosenScores }) {
  const { name, chosen } = props
  const rows = hourRows(chosen.scores)
  const isModelFinal = rows.every(
    ({ modelMaeMw, finalMaeMw }) => formatMw(modelMaeMw) === formatMw(finalMaeMw),
  )
  return (
    <FigureTable
      caption={
        <>
          {name} by hour of the day: {scoredWords(chosen)}. Mean absolute error, MW
          {isModelFinal && '; the final forecast is the model’s'}.
          <span className="max-sm:hidden"> Bar: final; line: TSO.</span>
        </>
      }
      columns={isModelFinal ? HOUR_COLUMNS.filter(({ head }) => head !== MODEL) : HOUR_COLUMNS}
      rows={rows}
      keyOf={({ hour }) => String(hour)}
      isDense
      rowClass={() => ROW_STYLE}
      className={TABLE_STYLE}
    />
  )
})

function ErrorBar({ finalShare, tsoShare }: HourRow) {
  return (
    <div className="relative h-3.5 forced-color-adjust-none">
      {finalShare !== null && (
        <span
          className="absolute inset-y-0.5 left-0 rounded-full bg-curve-final"
          style={{ width: `${finalShare * 100}%` }}
        />
      )}
      {tsoShare !== null && (
        <span
          className="absolute inset-y-0 w-0.5 bg-curve-tso"
          style={{ left: `calc(${tsoShare * 100}% - 1px)` }}
        />
      )}
    </div>
  )
}
