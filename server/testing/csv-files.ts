import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { importCsv } from '#server/sources/csv/import-csv.ts'

import { createFolder } from './folders.ts'

export const MIDNIGHT = Date.UTC(2026, 2, 2)
export const NOW = MIDNIGHT + 24 * HOUR_MS

export const optionsOf = (database: Database) => ({
  series: createSeriesStore(database),
  weather: createWeatherStore(database),
  clock: () => NOW,
  mayBeOdd: true,
})

export async function writeCsv(text: string | Uint8Array): Promise<string> {
  const path = join(await createFolder(), 'values.csv')
  await writeFile(path, text)
  return path
}

export const importText = async (database: Database, text: string | Uint8Array) =>
  importCsv(await writeCsv(text), optionsOf(database))

/** Every stored value, as `area quantity kind step: [hour after midnight, MW]…`. */
export async function storedValues(database: Database): Promise<Record<string, [number, number][]>> {
  const rows = await database.query<{ name: string; from_utc: Date; step: number; power: Uint8Array }>(
    `SELECT area || ' ' || quantity || ' ' || kind || ' ' || step_minutes AS name, month::timestamptz AS from_utc,
       step_minutes AS step, power_mw AS power
     FROM chunk JOIN series ON series.id = series_id ORDER BY 1, month`,
  )
  const values: Record<string, [number, number][]> = {}
  for (const { name, from_utc, step, power } of rows) {
    const view = new DataView(power.buffer, power.byteOffset, power.byteLength)
    for (let slot = 0; slot < power.byteLength / 4; slot += 1) {
      const value = view.getFloat32(slot * 4, true)
      if (Number.isNaN(value)) continue
      const hour = (from_utc.getTime() - MIDNIGHT) / HOUR_MS + (slot * step) / 60
      values[name] = [...(values[name] ?? []), [hour, value]]
    }
  }
  return values
}
