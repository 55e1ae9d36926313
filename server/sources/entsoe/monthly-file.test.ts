import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { createFolder } from '#server/testing/folders.ts'
import { sourceErrorOf } from '#server/testing/source.ts'
import { zipOf } from '#server/testing/zip.ts'

import { lastChange, readMonthlyFile } from './monthly-file.ts'

const SPAN = { fromUtc: Date.UTC(2026, 1, 1), toUtc: Date.UTC(2026, 1, 1, 2) }
const COMMON = 'DateTime(UTC)\tResolutionCode\tAreaCode\tAreaDisplayName\tAreaTypeCode\tAreaMapCode'
const LOAD_HEADER = `${COMMON}\tTotalLoad[MW]\tUpdateTime(UTC)`
const PLANT_HEADER = `${COMMON}\tProductionType\tActualGenerationOutput[MW]\tActualConsumption[MW]\tUpdateTime(UTC)`
const AUSTRIA = '10YAT-APG------L\tAustria (AT)\tBZN/CTA/CTY\tAT'
const UPDATED = '2026-02-05 10:48:37'

const line = (time: string, value: string, { area = AUSTRIA, step = 'PT60M', updated = UPDATED } = {}) =>
  `2026-02-01 ${time}\t${step}\t${area}\t${value}\t${updated}`

async function read(bytes: string | Uint8Array, column = 'TotalLoad[MW]') {
  const folder = await createFolder()
  await writeFile(join(folder, 'file'), bytes)
  return readMonthlyFile(join(folder, 'file'), column, SPAN)
}

const lines = (...some: string[]) => `${some.join('\n')}\n`
const TWO_HOURS = lines(LOAD_HEADER, line('00:00:00', '470.0'), line('01:00:00', '0'))

test.each<[string, string | Promise<Uint8Array>, number[]]>([
  ['a file', TWO_HOURS, [470, 0]],
  ['with a BOM', `\uFEFF${TWO_HOURS}`, [470, 0]],
  ['with CRLF', TWO_HOURS.replaceAll('\n', '\r\n'), [470, 0]],
  ['as an archive', zipOf('file.csv', [TWO_HOURS]), [470, 0]],
  ['without an end of the last line', TWO_HOURS.trimEnd(), [470, 0]],
  ['an empty cell', lines(LOAD_HEADER, line('00:00:00', ''), line('01:00:00', '5')), [NaN, 5]],
  ['what was not expected', lines(LOAD_HEADER, line('00:00:00', 'n/e'), line('01:00:00', '5')), [NaN, 5]],
  [
    'an area type that stands alone',
    lines(LOAD_HEADER, line('00:00:00', '7', { area: AUSTRIA.replace('BZN/CTA/CTY', 'BZN') })),
    [7, NaN],
  ],
  [
    'the zone before the country with the same code, and a country where the zone says nothing',
    lines(
      LOAD_HEADER,
      line('00:00:00', '7'),
      line('00:00:00', '9', { area: AUSTRIA.replace('BZN/CTA/CTY', 'CTY') }),
      line('01:00:00', '8', { area: AUSTRIA.replace('BZN/CTA/CTY', 'CTY') }),
    ),
    [7, 8],
  ],
  [
    'of a repeated value the one that was changed last',
    lines(LOAD_HEADER, line('00:00:00', '7'), line('00:00:00', '6', { updated: '2026-02-04 00:00:00' })),
    [7, NaN],
  ],
  [
    'of a value that was repeated at the same time the later one',
    lines(LOAD_HEADER, line('00:00:00', '7'), line('00:00:00', '6')),
    [6, NaN],
  ],
  [
    'whatever stands in lines of other areas',
    lines(LOAD_HEADER, line('00:00:00', '7'), line('99:99', 'x', { area: '10YAL-KESH-----5\t\t\t' }), 'x'),
    [7, NaN],
  ],
  ['columns in another order', lines('a', 'b').replace(/^a\nb/, reordered(TWO_HOURS)), [470, 0]],
  ['values of other days', lines(LOAD_HEADER, line('03:00:00', '7')), []],
])('reads %s', async (_, text, expected) => {
  const { series } = await read(await text)
  expect(series.flatMap(({ blocks }) => [...(blocks[0]?.powerMw ?? [])])).toEqual(expected)
  for (const one of series) expect(one).toMatchObject({ eic: '10YAT-APG------L', quantity: 'load' })
})

function reordered(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((one) => one.split('\t').toReversed().join('\t'))
    .join('\n')
}

test('reads plants by their type, each at its step, with the last change of each hour', async () => {
  const plant = (time: string, type: string, value: string, step = 'PT15M', updated = UPDATED) =>
    `2026-02-01 ${time}\t${step}\t${AUSTRIA}\t${type}\t${value}\t0.000000\t${updated}`
  const { series } = await read(
    lines(
      PLANT_HEADER,
      plant('00:00:00', 'Wind Onshore', '248.000000'),
      plant('00:15:00', 'Wind Onshore', '249', 'PT15M', '2026-03-01 00:00:00'),
      plant('01:00:00', 'Wind Onshore', '250', 'PT60M'),
      plant('00:00:00', 'Wind onshore', '251'),
      plant('00:00:00', 'Biomass', '120.0'),
      plant('00:00:00', 'Solar', '-0.5', 'PT30M', 'never'),
    ),
    'ActualGenerationOutput[MW]',
  )
  const startsAtUtc = SPAN.fromUtc
  expect(series).toMatchObject([
    { quantity: 'wind_onshore', blocks: [{ startsAtUtc, stepMinutes: 15 }], repeated: 1 },
    { quantity: 'wind_onshore', blocks: [{ startsAtUtc, stepMinutes: 60 }], repeated: 0 },
    { quantity: 'solar', blocks: [{ startsAtUtc, stepMinutes: 30 }], repeated: 0 },
  ])
  expect([...(series[0]?.blocks[0].powerMw ?? [])].slice(0, 3)).toEqual([251, 249, NaN])
  const hours = [-1, 0, 1, 2].map((hour) => SPAN.fromUtc + hour * HOUR_MS)
  expect(series.map((one) => hours.map((utc) => lastChange(one, utc)))).toEqual([
    [-Infinity, Date.UTC(2026, 2, 1), -Infinity, -Infinity],
    [-Infinity, -Infinity, Date.UTC(2026, 1, 5, 10, 48, 37), -Infinity],
    [-Infinity, -Infinity, -Infinity, -Infinity],
  ])
})

test.each([
  ['a value', line('01:00:00', '1,5'), 1, '01:00:00 of 10YAT-APG------L: the value 1,5 is not a number'],
  ['a step', line('01:00:00', '1', { step: 'P1D' }), 1, 'the resolution P1D is not'],
  ['a time', line('01:20:00', '1'), 1, '01:20:00 of 10YAT-APG------L: it is not the beginning of 60 minutes'],
  ['a time of no clock', line('99:00:00', '1'), null, '99:00:00 of 10YAT-APG------L: it is not'],
  ['a line', line('01:00:00', '1').slice(0, 45), 1, 'cells, the header has 8'],
])('leaves out a line that is wrong about %s, and says so', async (_, wrong, hour, message) => {
  const { series, faults } = await read(lines(LOAD_HEADER, line('00:00:00', '7'), wrong))
  expect(series.map(({ blocks }) => [...(blocks[0]?.powerMw ?? [])])).toEqual([[7, NaN]])
  expect(faults).toMatchObject([{ eic: '10YAT-APG------L', quantity: 'load' }])
  expect(faults[0]?.message).toContain(message)
  const at = (utc: number) => Math.floor((utc - SPAN.fromUtc) / HOUR_MS)
  expect(faults[0]?.spans?.map(({ fromUtc }) => at(fromUtc)) ?? null).toEqual(hour === null ? null : [hour])
})

test.each<[string, string | Promise<Uint8Array>, string]>([
  ['its end', `${LOAD_HEADER}\n2026-02-01 00:00:00\tPT60M\t10YAT-APG------L`, 'it is cut off'],
  ['its columns', lines(LOAD_HEADER.replace('TotalLoad[MW]', 'Load')), 'it has no column TotalLoad[MW]'],
  ['everything', '', 'it is empty'],
  ['half a download', half(), 'file is truncated'],
  ['an empty ZIP', zipOf('', []).then((zip) => zip.subarray(-22).fill(0, 8)), 'the archive holds no file'],
])('refuses a file that is wrong about %s, and says so', async (_, text, message) => {
  const error = await sourceErrorOf(read(await text))
  expect(error.message).toMatch(/^ENTSO-E sent a document that (cannot be read|breaks its own rules): /)
  expect(error.message).toContain(message)
})

async function half(): Promise<Uint8Array> {
  const whole = await zipOf('file.csv', [TWO_HOURS])
  return whole.subarray(0, whole.length / 2)
}
