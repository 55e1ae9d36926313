import type { LightMyRequestResponse } from 'fastify'

import type { MemberCode } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import type { Kind, Quantity, SeriesBlock, StepMinutes } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'

import { openSignedInApp } from './app.ts'
import { block as blockOf, storeValues } from './blocks.ts'

export const NOW = Date.parse('2026-11-20T09:30Z')

/** A signed-in server whose values and clock a test sets. */
interface QueryServer {
  /** `parameters` are those of the address, with their question mark. */
  ask(body: unknown, headers?: Record<string, string>, parameters?: string): Promise<LightMyRequestResponse>
  store(blocks: SeriesBlock[]): Promise<number>
}

export async function startQueryServer(database: Database): Promise<QueryServer> {
  const series = createSeriesStore(database)
  const app = await openSignedInApp(database, () => NOW)
  return {
    ask: (body, headers, parameters = '') => app.post(`/energia/common-query${parameters}`, body, headers),
    store: (blocks) => storeValues(series, NOW, blocks),
  }
}

/** Values in MW from a moment on; not a number where one is missing. */
export function block(
  [area, quantity, kind]: [MemberCode, Quantity, Kind],
  from: string,
  powerMw: number[],
  stepMinutes: StepMinutes = 60,
): SeriesBlock {
  return blockOf({ area, quantity, kind }, Date.parse(from), stepMinutes, powerMw)
}

export const repeat = (count: number, value: number) => Array.from({ length: count }, () => value)

export type Curves = Record<string, { data: Record<string, number | null> }>

export function query(changes: object = {}): object {
  return {
    category: 'wind',
    area: 'BE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
    ...changes,
  }
}
