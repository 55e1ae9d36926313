import type { ReactNode } from 'react'

import type { AccuracyAnswer, Scores } from '#contract/accuracy.ts'
import { formatMw, formatShare, formatShareChange } from '#contract/power-text.ts'
import { useAreMade } from '#web/api/status.ts'
import { leftOutWords, tsoWords, unjudgedWords } from '#web/model/view/run-words.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type FigureColumn, FigureTable } from '#web/ui/figure-table.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { shortDay } from '#web/zone/market-day.ts'

const isPublished = ({ name }: ScoreRow) => name === 'Final forecast'

const COLUMNS: readonly FigureColumn<ScoreRow>[] = [
  {
    head: 'Forecast',
    isRowHead: true,
    className: 'w-36',
    cellClass: (row) => (isPublished(row) ? 'font-semibold' : 'font-normal'),
    renderCell: ({ name }) => name,
  },
  { head: 'Error', className: 'w-20 whitespace-nowrap', renderCell: ({ maeMw }) => `${formatMw(maeMw)} MW` },
  {
    head: 'vs TSO',
    className: 'w-24 whitespace-nowrap',
    renderCell: ({ againstTso }) => formatShareChange(againstTso),
  },
  {
    head: '',
    isDrawing: true,
    className: 'max-sm:hidden',
    renderCell: (row) => (
      <div className="flex items-center gap-1">
        <span
          className={classNames(
            'h-2 rounded-full forced-color-adjust-none',
            BAR_STYLES[row.name] ?? 'bg-line-strong forced-colors:bg-[CanvasText]',
          )}
          style={{ width: `${row.share * 94}%` }}
        />
        {row.isCut && <span className="text-xs leading-none text-ink-muted">»</span>}
      </div>
    ),
  },
]

const BAR_STYLES: Readonly<Record<string, string>> = {
  'Final forecast': 'bg-curve-final',
  'Model forecast': 'bg-curve-model',
  'TSO forecast': 'bg-curve-tso',
}

/** Mean absolute errors of the four forecasts over the same hours, and the coverage of the band, for the kind of run on the screen. */
export function ScorePanel({ accuracy, children }: { accuracy: AccuracyAnswer; children: ReactNode }) {
  const { run, scores, scoresByKind } = accuracy
  const kind = run?.kind ?? 'complete'
  const other = kind === 'early' ? 'complete' : 'early'
  // Runs of the other kind are scored by their own past.
  const otherMaeMw = scoresByKind[other].finalMaeMw
  const unjudged = unjudgedWords(scores, useAreMade())
  const tso = tsoWords(scores)
  return (
    <Panel aria-labelledby="accuracy-heading" className="min-w-0 p-4 sm:p-5">
      <h3 id="accuracy-heading" className="text-base font-semibold">
        Accuracy of the last 28 days
      </h3>
      {scores.hours === 0 ? (
        <PanelState state="unpublished" isCompact>
          No day of {kind} runs has been scored yet.
        </PanelState>
      ) : (
        <>
          <FigureTable
            caption={
              <>
                Mean absolute error of the residual load, {kind} runs, {formatSpan(scores)}
              </>
            }
            columns={COLUMNS}
            rows={scoreRows(scores, unjudged === null)}
            keyOf={({ name }) => name}
          />
          {scores.bandCoverage !== null && (
            <p className="pt-2 text-sm text-ink-muted">
              {formatShare(scores.bandCoverage)} of the actual values were between P10 and P90 (target: 80%).
            </p>
          )}
          {unjudged !== null && (
            <p className="pt-1 text-sm text-ink-muted">No comparison with the TSO yet: {unjudged}.</p>
          )}
          {tso !== null && <p className="pt-1 text-sm text-ink-muted">{tso}</p>}
        </>
      )}
      {otherMaeMw !== null && (
        <p className="pt-1 text-sm text-ink-muted">
          {other === 'early'
            ? 'Early runs, made before the TSO’s wind and solar forecasts'
            : 'Complete runs, made with all TSO forecasts'}
          : {formatMw(otherMaeMw)} MW.
        </p>
      )}
      {children}
    </Panel>
  )
}

function formatSpan({ fromDay, toDay, hours, suspiciousDays }: Scores): string {
  const span = fromDay === null || toDay === null ? '' : `${shortDay(fromDay)} to ${shortDay(toDay)}, `
  return `${span}${hours} hours${leftOutWords(suspiciousDays)}`
}

export interface ScoreRow {
  name: string
  /** Mean absolute error, MW; null if nothing could be compared. */
  maeMw: number | null
  /** Length of the bar, 0 to 1. */
  share: number
  /** The error is larger than the scale: the bar is cut off. */
  isCut: boolean
  /** Relative to the TSO's error: -0.17 is 17 % smaller. Null for the TSO itself and if either error is missing. */
  againstTso: number | null
}

/** The four forecasts with their errors, the published one first. The naive error is several times the others: bars are scaled to the largest of these. */
export function scoreRows(scores: Scores, isJudged = true): ScoreRow[] {
  const compared: readonly [string, number | null][] = [
    ['Final forecast', scores.finalMaeMw],
    ['Model forecast', scores.modelMaeMw],
    ['TSO forecast', scores.tsoMaeMw],
  ]
  const largest = Math.max(...compared.map(([, maeMw]) => maeMw ?? 0))
  const naive = ['Same hour last week', scores.naiveMaeMw] as const
  return [...compared, naive].map(([name, maeMw]) => ({
    name,
    maeMw,
    share: maeMw === null || largest === 0 ? 0 : Math.min(maeMw / largest, 1),
    isCut: maeMw !== null && largest > 0 && maeMw > largest,
    againstTso: name === 'TSO forecast' || !isJudged ? null : relativeChange(maeMw, scores.tsoMaeMw),
  }))
}

function relativeChange(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base - 1
}
