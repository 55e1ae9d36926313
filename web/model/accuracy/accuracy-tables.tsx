import type { PeriodDays, UploadScores } from '#contract/accuracy.ts'
import { formatMw, formatShare } from '#contract/words/power.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import type { AccuracyOrder } from '#web/model/view/view.ts'
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

/** All countries with the errors of our forecast and the TSO's, and in words which is ahead. */
export function LeaderTable(props: {
  rows: readonly LeaderRow[]
  days: PeriodDays
  order: AccuracyOrder
  selected: string | null
  onOrderChange: (order: AccuracyOrder) => void
  onChoose: (country: string) => void
}) {
  const common = commonRuns(props.rows)
  const span = leaderSpan(props.rows)
  const sortBy = (order: AccuracyOrder) => ({
    isCurrent: order === props.order,
    onSort: () => props.onOrderChange(order),
  })
  const columns: readonly FigureColumn<LeaderRow>[] = [
    {
      head: 'Country',
      isRowHead: true,
      sort: sortBy('name'),
      renderCell: ({ code, name }, isChosen) => (
        <RowButton isChosen={isChosen} onPress={() => props.onChoose(code)}>
          {name}
        </RowButton>
      ),
    },
    { head: 'Final forecast', sort: sortBy('error'), renderCell: ({ finalMaeMw }) => formatMw(finalMaeMw) },
    { head: '% of load', sort: sortBy('share'), renderCell: ({ finalShare }) => formatShare(finalShare) },
    { head: 'TSO forecast', className: 'max-sm:hidden', renderCell: ({ tsoMaeMw }) => formatMw(tsoMaeMw) },
    {
      head: 'Compared with TSO',
      isText: true,
      sort: sortBy('lead'),
      className: 'max-sm:w-2/5',
      renderCell: (row) => (
        <>
          {row.words}
          {common === null && <span className="block text-xs text-ink-muted">{scoredRuns(row)}</span>}
        </>
      ),
    },
  ]
  return (
    <FigureTable
      caption={
        <>
          Mean absolute error of the residual load, MW and percent of the mean load,{' '}
          {span !== null && `${span}, `}
          {common ?? `up to ${props.days} days`}
        </>
      }
      columns={columns}
      rows={props.rows}
      keyOf={({ code }) => code}
      isChosen={({ code }) => code === props.selected}
    />
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

/** Uploaded forecasts by country, beside ours and the TSO's in the hours that they have; nothing without any. */
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

const HOUR_COLUMNS: readonly FigureColumn<HourRow>[] = [
  { head: 'Hour', isRowHead: true, renderCell: ({ hour }) => hourKey(hour) },
  {
    head: 'Final forecast',
    cellClass: () => 'font-semibold',
    renderCell: ({ finalMaeMw }) => formatMw(finalMaeMw),
  },
  { head: 'Model forecast', renderCell: ({ modelMaeMw }) => formatMw(modelMaeMw) },
  { head: 'TSO forecast', renderCell: ({ tsoMaeMw }) => formatMw(tsoMaeMw) },
  { head: '', isDrawing: true, className: 'w-2/5 max-sm:hidden', renderCell: (row) => <ErrorBar {...row} /> },
  { head: 'In band', renderCell: ({ bandCoverage }) => formatShare(bandCoverage) },
]

/** The errors of the forecasts by hour of the day. A bar is the final forecast's error, a line across it that of the TSO. */
export function HourTable({ name, chosen }: { name: string; chosen: ChosenScores }) {
  return (
    <FigureTable
      caption={
        <>
          {name} by hour of the day: {scoredWords(chosen)}. Mean absolute error, MW; share of values in the
          band from P10 to P90.
          <span className="max-sm:hidden"> Bar: final forecast; line: TSO forecast.</span>
        </>
      }
      columns={HOUR_COLUMNS}
      rows={hourRows(chosen.scores)}
      keyOf={({ hour }) => String(hour)}
      isDense
    />
  )
}

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
