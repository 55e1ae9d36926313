import { areaLabel } from '#contract/areas.ts'
import { TARGETS, type Target } from '#server/forecast/model/day-forecast.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'

import { FORECASTS } from './backtest-figures.ts'
import type { BandReport, BandShare, ForecastName, QuantityReport } from './backtest-figures.ts'
import type { BacktestReport } from './backtest.ts'

const TARGET_LABELS: Readonly<Record<Target, string>> = {
  residual: 'Residual load',
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
}
const FORECAST_LABELS: Readonly<Record<ForecastName, string>> = {
  tso: 'TSO',
  model: 'Model',
  final: 'Final',
  naive: 'Week before',
}
const RUN_LABELS: Readonly<Record<RunKind, string>> = {
  early: 'Early run (the TSO’s wind and solar of the day are not published yet)',
  complete: 'Complete run',
}
const COLUMNS = ['MAE', 'RMSE', 'bias', 'against TSO'] as const
const LABEL_WIDTH = 16
const WIDTH = 12
const SHARES_PER_ROW = 6
const SHARE_WIDTH = 13

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const power = new Intl.NumberFormat('en', ONE_DIGIT)
const wholePower = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('en', { style: 'percent', ...ONE_DIGIT })
const signedPercent = new Intl.NumberFormat('en', { style: 'percent', ...ONE_DIGIT, signDisplay: 'always' })

/** Power in MW, MAE against the TSO's; `hasBands` adds the coverage by group. */
export function backtestTable(report: BacktestReport, hasBands = false): string {
  const { area, from, to, run, weatherDays, quantities } = report
  const weather = weatherDays === 0 ? 'without weather' : `weather used on ${weatherDays} days`
  const lines = [`${areaLabel(area)}, ${from} to ${to}, MW`, `${RUN_LABELS[run]}, ${weather}`, '']
  lines.push(''.padEnd(LABEL_WIDTH) + COLUMNS.map((column) => column.padStart(WIDTH)).join(''))
  for (const target of TARGETS) {
    const report = quantities[target]
    if (report) lines.push(...quantityLines(TARGET_LABELS[target], report), '')
  }
  for (const target of hasBands ? TARGETS : []) {
    const band = quantities[target]?.band
    if (band) lines.push(...bandLines(TARGET_LABELS[target], band), '')
  }
  return lines.join('\n')
}

function quantityLines(label: string, report: QuantityReport): string[] {
  const coverage = report.coverage === null ? '' : `, band holds ${percent.format(report.coverage)}`
  const rows = FORECASTS.flatMap((name) => {
    const figures = report[name]
    if (figures === null) return []
    const skill =
      report.tso === null || report.tsoHours < report.hours || name === 'tso'
        ? ''
        : signedPercent.format(figures.mae / report.tso.mae - 1)
    const cells = [power.format(figures.mae), power.format(figures.rmse), power.format(figures.bias), skill]
    return [
      `  ${FORECAST_LABELS[name].padEnd(LABEL_WIDTH - 2)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}`,
    ]
  })
  const copied = report.isTsoCopied
    ? ['  TSO publishes no real forecast: its values follow from the actual ones']
    : []
  return [`${label}, ${report.hours.toLocaleString('en')} hours${coverage}`, ...copied, ...rows]
}

export function bandLines(label: string, { byWind, byHour, byMonth, ...report }: BandReport): string[] {
  const { pinballMw, climatologyPinballMw } = report
  const sharpness =
    pinballMw === null || climatologyPinballMw === null
      ? []
      : [
          `  pinball loss ${power.format(pinballMw)} MW; 91 days of errors around the TSO: ${power.format(climatologyPinballMw)} MW`,
        ]
  return [
    `${label}, share of the hours that the band holds`,
    ...sharpness,
    ...shareLines('TSO wind, MW', byWind, ({ toMw }) => `to ${wholePower.format(toMw)}`),
    ...shareLines('hour', byHour, ({ hour }) => String(hour).padStart(2, '0')),
    ...shareLines('month', byMonth, ({ month }) => month),
  ]
}

function shareLines<Share extends BandShare>(
  title: string,
  shares: readonly Share[],
  nameOf: (share: Share) => string,
): string[] {
  const rows: string[] = []
  for (let first = 0; first < shares.length; first += SHARES_PER_ROW) {
    const row = shares.slice(first, first + SHARES_PER_ROW)
    rows.push(
      `  ${title.padEnd(SHARE_WIDTH)}${row.map((share) => nameOf(share).padStart(SHARE_WIDTH)).join('')}`,
    )
    rows.push(
      `  ${''.padEnd(SHARE_WIDTH)}${row.map(({ coverage }) => percent.format(coverage).padStart(SHARE_WIDTH)).join('')}`,
    )
  }
  return rows
}
