import { expect, test } from 'vitest'
import { z } from 'zod'

import { ACCURACY_PATH, AccuracyAnswerSchema } from '#contract/accuracy.ts'
import { BRIEFING_PATH, BriefingSchema, FOLLOWED_PATH } from '#contract/briefing.ts'
import { countryOfArea } from '#contract/countries.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import { DAY_SHEET_PATH } from '#contract/forecast.ts'
import {
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  FORECAST_ROWS_PATH,
  ForecastRowSchema,
  USUAL_PATH,
  UsualRowSchema,
} from '#contract/row-tables.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { startForecastServer } from '#server/testing/forecast-server.ts'
import { runOf } from '#server/testing/run-of.ts'

import { readDueBriefing } from './briefing.ts'

const DAY = '2025-06-11'
const at = (time: string) => Date.parse(`2025-06-10T${time}Z`)
const clocks = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeStyle: 'short' })
const clockOf = (stamp: string) => clocks.format(new Date(stamp))

/** Germany has all; Hungary's residual load is negative, with a gap, no band and no TSO; the run of the Netherlands changes little; Poland has no run. */
async function open() {
  const server = await startForecastServer(await openTestDatabase())
  const { store, fill, get, app } = server
  const { hours } = runOf('DE', DAY)
  const load = hours.final.load.map((mw, hour) => (hour === 5 || mw === null ? null : mw - 3000.1))
  const early = { kind: 'early', issuedAtUtc: at('07:00') } as const
  const p10 = hours.p10.map((mw, hour) => (hour > 3 && hour < 7 ? -1 : mw))
  const hungarian = { ...hours, final: { ...hours.final, load }, p10: load.map(() => null) }
  await store.add([
    runOf('DE', '2025-06-09'),
    runOf('DE', DAY, { ...early, hours: { ...hours, final: hours.model } }),
    runOf('DE', DAY, { issuedAtUtc: at('16:00'), hours: { ...hours, p10 } }),
    runOf('HU', DAY, { ...early, hours: hungarian, missingInputs: ['solar forecast', 'recent actuals'] }),
    runOf('NL', DAY, early),
    runOf('NL', DAY, { ...early, issuedAtUtc: at('08:00') }),
  ])
  await fill('DE', 'tso', { load: 3000, solar: 100, wind: 200 }, '2025-05-20', DAY)
  await fill('DE', 'actual', { load: 1599.99, solar: 100, wind: 150 }, '2025-05-20', '2025-06-09')
  const ask = async <Answer>(path: string, schema: z.ZodType<Answer>, parameters = {}, zone?: string) =>
    schema.parse((await get(path, { day: DAY, ...parameters }, zone)).json())
  return { ...server, app, ask }
}

test('each figure is that of the sheet, the glance and the other calls, also where values are odd or missing', async () => {
  const { ask } = await open()
  const { countries } = await ask(BRIEFING_PATH, BriefingSchema, { area: 'DE,HU,NL,PL' })
  const { rows } = await ask(DAY_SHEET_PATH, DaySheetAnswerSchema)
  const glance = await ask(FORECAST_ROWS_PATH, z.array(ForecastRowSchema), { format: 'json' })
  // Hundredths of a MW, as everywhere below `/api/v1`.
  for (const answer of [countries, rows]) expect(JSON.stringify(answer)).not.toMatch(/\.\d{3}/)
  const said = countries.flatMap(({ area, lines }) => lines.map((line) => ({ area, ...line })))
  /** The figures of a line as the other calls have them. */
  async function elsewhere({ area, subject, figures }: (typeof said)[number]): Promise<object> {
    if (subject === 'Forecast') {
      const row = rows.find(({ code, quantity }) => code === countryOfArea(area) && quantity === 'residual')
      const { lowest, highest, ramp } = row?.figures ?? {}
      if (!lowest || !highest) return {}
      const ofArea = glance.filter((hour) => hour.area === area)
      const at = ({ clock }: typeof lowest) => ofArea.find((hour) => clockOf(hour.time_utc) === clock)
      const [low, high] = [at(lowest), at(highest)]
      return {
        lowest_hour: lowest.clock,
        lowest_mw: low?.final_mw,
        lowest_p10_mw: low?.p10_mw,
        highest_hour: highest.clock,
        highest_mw: high?.final_mw,
        highest_p90_mw: high?.p90_mw,
        ramp_hour: ramp?.clock,
        ramp_mw: ramp?.valueMw,
        may_reach_zero: row?.mayReachZero,
        issued_utc: low?.run_issued_utc,
      }
    }
    if (subject === 'Change') {
      const asked = { against: figures.against, format: 'json' }
      const changes = await ask(CHANGES_PATH, z.array(ChangeRowSchema), asked)
      const [most] = changes
        .filter((row) => row.area === area)
        .toSorted((a, b) => Math.abs(b.residual_mw ?? 0) - Math.abs(a.residual_mw ?? 0))
      const { time_utc = '', load_mw, solar_mw, wind_mw, residual_mw } = most ?? {}
      return { load_mw, solar_mw, wind_mw, residual_mw, hour: clockOf(time_utc) }
    }
    if (subject === 'Data') return {}
    const { yesterday } = await ask(ACCURACY_PATH, AccuracyAnswerSchema, { area })
    const span = { day: undefined, area, from: yesterday.day, to: DAY, format: 'json' }
    const [row] = await ask(DAY_ERRORS_PATH, z.array(DayErrorRowSchema), span)
    return {
      day: row?.day,
      mae_mw: yesterday.finalMaeMw,
      tso_mae_mw: yesterday.tsoMaeMw,
      worst_part: row?.worst_part,
      worst_part_mae_mw: row?.[`${row.worst_part ?? 'load'}_mae_mw`],
    }
  }
  for (const line of said) expect(line.figures).toMatchObject(await elsewhere(line))
  const germany = rows.find(({ code, quantity }) => code === 'de' && quantity === 'residual')
  expect(said[0]?.figures).toMatchObject({ lowest_mw: germany?.figures.lowest?.valueMw })
  const shown = said.map((line) => [`${line.area} ${line.subject}: ${line.sentence}`, line.address])
  expect(shown.map((texts) => texts.join(' '))).toMatchInlineSnapshot(`
    [
      "DE Forecast: Lowest 1,500 at 00:00 (P10–P90 1,400–1,650), highest 1,523 at 23:00 (1,400–1,650) MW; ramp over 3 hours +3 MW to 03:00. May reach zero (P10 ≤ 0): 04:00–07:00. /model?country=de&day=2025-06-11&hour=0&usual=true&tz=Europe/Brussels",
      "DE Change: Since 09:00, the run before the auction: 00:00 +500 MW = more load +500. /model?country=de&day=2025-06-11&metric=against-previous&hour=0&tz=Europe/Brussels#change-heading",
      "DE Error: Jun 9: 162 MW on average, no TSO forecast to compare with; largest part: load, 112 MW. /model?country=de&day=2025-06-09&tz=Europe/Brussels#change-heading",
      "DE Data: Actual values of Jun 10: load, solar, and wind late. /data",
      "HU Forecast: Lowest −1,500 at 00:00, highest −1,477 at 23:00 MW; ramp over 3 hours +3 MW to 03:00. Only 23 of 24 hours have a value. /model?country=hu&day=2025-06-11&hour=0&usual=true&tz=Europe/Brussels",
      "HU Data: Run of 09:00: most actual load of Jun 10 missing, without the TSO’s solar forecast. /model?country=hu&day=2025-06-11&tz=Europe/Brussels",
      "NL Forecast: Lowest 1,500 at 00:00 (P10–P90 1,400–1,650), highest 1,523 at 23:00 (1,400–1,650) MW; ramp over 3 hours +3 MW to 03:00. P10 stays above zero. /model?country=nl&day=2025-06-11&hour=0&usual=true&tz=Europe/Brussels",
      "NL Change: No change above 30 MW since 09:00. /model?country=nl&day=2025-06-11&metric=against-previous&hour=0&tz=Europe/Brussels#change-heading",
      "PL Forecast: There is no forecast yet. /model?country=pl&day=2025-06-11&tz=Europe/Brussels",
    ]
  `)
})

test('the hours of a country are those of its forecast, and each is judged by what is usual in that hour', async () => {
  const { ask, fill } = await open()
  // Two earlier years: nights and days whose load was higher.
  for (const year of [2023, 2024])
    await fill('DE', 'actual', { load: 1900, solar: 100, wind: 150 }, `${year}-06-01`, `${year}-06-20`)
  const { countries } = await ask(BRIEFING_PATH, BriefingSchema, { area: 'DE,HU' })
  const glance = await ask(FORECAST_ROWS_PATH, z.array(ForecastRowSchema), { format: 'json' })
  const of = { area: 'DE', quantity: 'residual', from: DAY, to: '2025-06-12', day: undefined, format: 'json' }
  const usual = await ask(USUAL_PATH, z.array(UsualRowSchema), of)
  expect(usual).toHaveLength(24)
  const [germany, hungary] = countries
  expect(germany?.hours).toEqual(
    glance
      .filter(({ area }) => area === 'DE')
      .map(({ time_utc, final_mw, p10_mw, p90_mw }, hour) => ({
        time_utc,
        clock: clockOf(time_utc),
        final_mw,
        p10_mw,
        p90_mw,
        usual_p10_mw: usual[hour]?.p10_mw,
        usual_p90_mw: usual[hour]?.p90_mw,
      })),
  )
  const figures = germany?.lines[0]?.figures
  expect(figures).toMatchObject({ below_usual: germany?.hours.map(({ clock }) => clock), above_usual: [] })
  expect(germany?.lines[0]?.sentence).toContain('MW; below usual 00:00–24:00; ramp')
  expect(hungary?.lines[0]?.figures).toMatchObject({ below_usual: null, above_usual: null })
})

test('values later than usual are named, and what the run before the auction did not know', async () => {
  const database = await openTestDatabase()
  const { store, series, fill } = await startForecastServer(database)
  const late = { kind: 'early', issuedAtUtc: at('06:50'), informationUtc: at('03:00') } as const
  await store.add([runOf('CZ', DAY, late)])
  await fill('CZ', 'actual', { load: 1600, solar: 100, wind: 150 }, '2025-05-20', '2025-06-09')
  await database.query(
    `INSERT INTO actual_delay (source, area, quantity, day, minutes)
     SELECT 'test', 'CZ', 'load', day::date, 60 FROM generate_series(date '2025-06-01', date '2025-06-09', interval '1 day') AS day`,
  )
  const clock = () => at('07:00')
  const uploads = createUploadStore(database)
  const readMeans = createReadMeans({ series, clock })
  const parts = { database, store, series, uploads, clock, site: null, readMeans }
  const source = {
    name: 'test',
    credit: null,
    feeds: [],
    staleAfterMs: 0,
    revisedForMs: 0,
    notices: () => [],
  }
  expect(await readDueBriefing({ ...parts, source, readFollowed: async () => ['CZ'] }, 1)).toMatch(
    /Data: .* Actual load of Czech Republic is 9 h late; usually it is up to 1 h \(P90 1 h\)\. The run before the auction knew the load of the day before until 5:00, 3 h less than usual\.$/,
  )
})

test('its text has the same sentences, and its countries are those that the user follows', async () => {
  const { ask, get, app } = await open()
  const followed = async () => (await app.get(FOLLOWED_PATH)).json<{ areas: string[] }>()
  expect(await followed()).toEqual({ areas: ['DE'] })
  for (const area of ['IT', 'SEE'])
    await app.post(DASHBOARDS_PATH, { name: area, query: `?v=1&g=${area},wind,H,-6d,1d` })
  expect(await followed()).toEqual({ areas: ['DE', 'RO'] })
  // Each tab sends its own change, at the same time as the others.
  const change = (isFollowed: boolean, ...areas: string[]) =>
    Promise.all(areas.map((area) => app.patch(FOLLOWED_PATH, { area, isFollowed })))
  await change(true, 'HU', 'PL', 'HU', 'AT')
  expect(new Set((await followed()).areas)).toEqual(new Set(['DE', 'RO', 'HU', 'PL', 'AT']))
  expect((await change(true, 'CZ'))[0]?.json()).toEqual({ error: 'You follow 5 countries already.' })
  await change(false, 'RO', 'PL', 'AT', 'CZ')
  expect(await followed()).toEqual({ areas: ['DE', 'HU'] })
  const { countries } = await ask(BRIEFING_PATH, BriefingSchema)
  expect(countries.map(({ name }) => name)).toEqual(['Germany', 'Hungary'])
  const byName = await get(BRIEFING_PATH, { format: 'text' })
  const byHeader = await app.get(BRIEFING_PATH, { accept: 'text/plain' })
  expect(byName.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(byHeader.body).toBe(byName.body)
  for (const { sentence } of countries.flatMap(({ lines }) => lines))
    expect(byName.body).toContain(`: ${sentence}\n`)
  expect(byName.headers.etag).not.toBe((await get(BRIEFING_PATH)).headers.etag)
  // As of a time it is that of the run then, in the hours of a zone.
  const known = { area: 'DE', as_of: '2025-06-10T08:00Z' }
  const then = await ask(BRIEFING_PATH, BriefingSchema, known, 'UTC')
  const [line] = then.countries[0]?.lines ?? []
  expect(line?.figures).toMatchObject({
    issued_utc: '2025-06-10T07:00:00Z',
    lowest_mw: 1002,
    lowest_hour: '00:00',
  })
  expect(line?.address).toContain('as_of=2025-06-10T08%3A00%3A00Z&tz=UTC')
  const none = await ask(BRIEFING_PATH, BriefingSchema, { ...known, area: 'PL' }, 'Etc/GMT+1')
  expect(none.countries[0]?.lines[0]).toMatchObject({
    sentence: 'There was no forecast yet.',
    address: expect.stringMatching(/&tz=Etc\/GMT%2B1$/),
  })
  for (const area of ['FR', 'CWE', 'DE,HU,NL,PL,AT,CZ'])
    expect((await get(BRIEFING_PATH, { area })).json<{ error: string }>().error).toMatch(
      /^area must be one of DE, .*, or up to 5 of them separated by commas\.$/,
    )
  await change(false, 'DE', 'HU')
  expect((await get(BRIEFING_PATH, { format: 'text' })).body).toContain('No country is followed.')
})
