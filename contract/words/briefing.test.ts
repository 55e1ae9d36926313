import { expect, test } from 'vitest'

import type { BriefingCountry, BriefingHour, ForecastFigures } from '#contract/briefing.ts'

import { briefingFigures, changeLine, dataLine, forecastLine, notableLines } from './briefing.ts'
import { outsideUsual, outsideUsualWords } from './usual.ts'

const VIEW = { area: 'DE', day: '2026-11-30', zone: 'Europe/Brussels', as_of: null } as const

/** Final values and P10 of what is usual of a November day whose night lies below the usual range, and whose highest hour does not. */
const NIGHT = [
  [0, 19_000, 18_000],
  [1, 12_066, 12_531],
  [2, 8823, 13_245],
  [3, 7367, 11_681],
  [4, 8664, 12_183],
  [5, 13_057, 16_810],
  [6, 22_025, 22_478],
  [17, 36_270, 28_944],
] as const
const HOURS = NIGHT.map(([hour, final_mw, usual_p10_mw]): BriefingHour => {
  const clock = `${String(hour).padStart(2, '0')}:00`
  const time_utc = `2026-11-30T${clock}:00Z`
  return {
    time_utc,
    clock,
    final_mw,
    p10_mw: final_mw - 3000,
    p90_mw: final_mw + 3000,
    usual_p10_mw,
    usual_p90_mw: 64_000,
  }
})
const outside = outsideUsual(
  HOURS.map(({ clock, final_mw, usual_p10_mw, usual_p90_mw }) => ({
    clock,
    mw: final_mw,
    lowMw: usual_p10_mw,
    highMw: usual_p90_mw,
  })),
)
const FIGURES: ForecastFigures = {
  issued_utc: '2026-11-29T07:07:00Z',
  lowest_mw: 7367,
  lowest_hour: '03:00',
  lowest_p10_mw: 4367,
  lowest_p90_mw: 10_367,
  highest_mw: 36_270,
  highest_hour: '17:00',
  highest_p10_mw: 33_270,
  highest_p90_mw: 39_270,
  ...outside,
  ramp_mw: 22_988,
  ramp_hour: '07:00',
  may_reach_zero: [],
}

test('each hour is judged by what is usual in that hour, and those outside are named', () => {
  expect(outside).toEqual({
    below_usual: ['01:00', '02:00', '03:00', '04:00', '05:00', '06:00'],
    above_usual: [],
  })
  expect(outsideUsualWords(outside)).toBe('below usual 01:00–07:00')
  expect(forecastLine(FIGURES, HOURS, '', VIEW)).toMatchObject({
    sentence:
      'Lowest 7,367 at 03:00 (P10–P90 4,367–10,367), highest 36,270 at 17:00 (33,270–39,270) MW; below usual 01:00–07:00; ramp over 3 hours +22,988 MW to 07:00. P10 stays above zero.',
    address: '/model?country=de&day=2026-11-30&hour=3&usual=true&tz=Europe/Brussels',
  })
  const within = { below_usual: [], above_usual: [] }
  expect(outsideUsualWords(within)).toBe('every hour within its usual range')
  const both = { below_usual: ['02:00'], above_usual: ['17:00', '18:00'] }
  expect(outsideUsualWords(both)).toBe('below usual 02:00–03:00, above usual 17:00–19:00')
})

test('nothing is usual where no hour has a usual range, and a missing value is not outside', () => {
  const hour = { clock: '00:00', mw: 5, lowMw: null, highMw: null }
  expect(outsideUsual([hour])).toEqual({ below_usual: null, above_usual: null })
  expect(outsideUsualWords(outsideUsual([hour]))).toBeNull()
  const missing = { clock: '01:00', mw: null, lowMw: 10, highMw: 20 }
  expect(outsideUsual([hour, missing])).toEqual({ below_usual: [], above_usual: [] })
})

const COUNTRY: BriefingCountry = {
  area: 'DE',
  name: 'Germany',
  hours: HOURS,
  lines: [
    forecastLine(FIGURES, HOURS, '', VIEW),
    {
      subject: 'Error',
      sentence: '',
      address: '',
      figures: {
        day: '2026-11-28',
        mae_mw: 1301,
        tso_mae_mw: 1891,
        worst_part: 'load',
        worst_part_mae_mw: 906,
      },
    },
  ],
}

test('five figures, each with its hour and the view that shows it', () => {
  const read = (country: BriefingCountry) =>
    briefingFigures(country, VIEW).map(({ label, figure, detail }) => `${label} | ${figure} | ${detail}`)
  expect(read(COUNTRY)).toEqual([
    'Lowest | 7,367 | 03:00 · 4,367–10,367 ▼\u00A0below\u00A0usual',
    'Highest | 36,270 | 17:00 · 33,270–39,270',
    'Steepest ramp | +22,988 | in 3 hours to 07:00',
    'May reach zero | No | P10 above zero',
    'Yesterday’s error | 1,301 | TSO 1,891',
  ])
  const addresses = briefingFigures(COUNTRY, VIEW).map(({ address }) => address)
  expect(addresses.map((address) => address.replace('&tz=Europe/Brussels', ''))).toEqual([
    '/model?country=de&day=2026-11-30&hour=3&usual=true',
    '/model?country=de&day=2026-11-30&hour=17&usual=true',
    '/model?country=de&day=2026-11-30&hour=7',
    '/model?country=de&day=2026-11-30&glance=final&hour=3',
    '/model?country=de&day=2026-11-28#change-heading',
  ])
  const figures = { ...FIGURES, may_reach_zero: ['11:00', '12:00'], ramp_mw: null, ramp_hour: null }
  const lines = [forecastLine(figures, HOURS, '', VIEW)]
  expect(read({ ...COUNTRY, lines })).toEqual([
    'Lowest | 7,367 | 03:00 · 4,367–10,367 ▼\u00A0below\u00A0usual',
    'Highest | 36,270 | 17:00 · 33,270–39,270',
    'Steepest ramp | – | ',
    'May reach zero | 2 h | 11:00–13:00',
    'Yesterday’s error | – | not measured',
  ])
  expect(read({ ...COUNTRY, lines: [] })).toEqual([])
})

test('a change says by its sign and in words what each part adds, and its figures are those of the changes', () => {
  const row = { area: 'DE', time_utc: Date.parse('2026-11-30T16:00Z') }
  const change = { ...row, load_mw: 410, solar_mw: 84, wind_mw: -1840, residual_mw: 2166 }
  const of = { base: 'previous', isEarly: false, toldFromMw: 200 } as const
  const sinceUtc = Date.parse('2026-11-29T08:07Z')
  const line = changeLine({ ...of, sinceUtc, changes: [change] }, VIEW)
  expect(line?.sentence).toBe(
    'Since 09:07: 17:00 +2,166 MW = less wind +1,840 + more load +410 + more solar −84.',
  )
  expect(line?.figures).toMatchObject({ load_mw: 410, solar_mw: 84, wind_mw: -1840, residual_mw: 2166 })
  const small = changeLine({ ...of, sinceUtc, toldFromMw: 3000, changes: [change] }, VIEW)
  if (line === null || small === null) throw new Error('no change')
  // Only what is told stands below the figures.
  expect(notableLines([line])).toEqual([line])
  expect(notableLines([small])).toEqual([])
})

test('what a run lacked says until when it was measured', () => {
  const run = {
    madeUtc: Date.parse('2026-11-29T07:07Z'),
    missingInputs: ['solar forecast', 'recent actuals'] as const,
    measuredToUtc: Date.parse('2026-11-29T05:00Z'),
  }
  const of = { marks: [], late: [], unknown: null }
  const sentence = (made: typeof run | (Omit<typeof run, 'measuredToUtc'> & { measuredToUtc: null })) =>
    dataLine({ ...of, run: made }, VIEW)?.sentence
  expect(sentence(run)).toBe('Run of 08:07: measured to 06:00, without the TSO’s solar forecast.')
  expect(sentence({ ...run, measuredToUtc: null })).toBe(
    'Run of 08:07: most actual load of Nov 29 missing, without the TSO’s solar forecast.',
  )
  expect(dataLine({ ...of, run: null }, VIEW)).toBeNull()
})
