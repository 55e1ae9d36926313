import type { BandReport, BandShare } from './band-figures.ts'

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const power = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const wholePower = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Where the band of a quantity held, as lines for a terminal. */
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

/** Shares in rows of six, each under its name. */
function shareLines<Share extends BandShare>(
  title: string,
  shares: readonly Share[],
  nameOf: (share: Share) => string,
): string[] {
  const rows: string[] = []
  for (let first = 0; first < shares.length; first += PER_ROW) {
    const row = shares.slice(first, first + PER_ROW)
    rows.push(`  ${title.padEnd(WIDTH)}${row.map((share) => nameOf(share).padStart(WIDTH)).join('')}`)
    rows.push(
      `  ${''.padEnd(WIDTH)}${row.map(({ coverage }) => percent.format(coverage).padStart(WIDTH)).join('')}`,
    )
  }
  return rows
}

const PER_ROW = 6
const WIDTH = 13
