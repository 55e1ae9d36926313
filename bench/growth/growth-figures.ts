import { atMost, compare, type Figure } from '#bench/figure.ts'

import { QUERY_EVERY_S } from './analysts.ts'
import type { GrowthLine } from './draw-growth.ts'

const PATIENCE_MS = 1000

export interface Measured {
  setup: string
  years: number
  users: number
  p50Ms: number
  p95Ms: number
  refused: number
  asked: number
  /** Of all servers together. */
  memoryMb: number
}

export interface Stored {
  engine: string
  years: number
  /** Writing the years that were added. */
  writeS: number
  sizeMb: number
}

/** The most users for whom 95 of 100 queries are answered in time and none is refused. */
function mostServed(measured: readonly Measured[]): number {
  const isServed = ({ p95Ms, refused }: Measured) => p95Ms <= PATIENCE_MS && refused === 0
  const firstFailed = measured.findIndex((each) => !isServed(each))
  return (firstFailed === -1 ? measured : measured.slice(0, firstFailed)).at(-1)?.users ?? 0
}

/** The measurements of each setup and history that has any, in their order. */
function groups(measured: readonly Measured[]) {
  const names = [...new Set(measured.map(({ setup, years }) => `${setup}|${years}`))]
  return names.map((name) => {
    const found = measured.filter(({ setup, years }) => `${setup}|${years}` === name)
    return { setup: found[0]?.setup ?? '', years: found[0]?.years ?? 0, found }
  })
}

/** The lines of the plot. */
export function linesOf(measured: readonly Measured[]): GrowthLine[] {
  return groups(measured).map(({ setup, years, found }) => ({
    name: `${setup}, ${years} ${years === 1 ? 'year' : 'years'}`,
    engine: setup,
    points: found.filter(({ p95Ms }) => !Number.isNaN(p95Ms)),
  }))
}

/** The tables of docs/performance.md. */
export function printTables(stored: readonly Stored[], measured: readonly Measured[]): void {
  const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  row('engine', 'years', 'writing the added years', 'size')
  row('---', '---', '---', '---')
  for (const { engine, years, writeS, sizeMb } of stored)
    row(engine, years, `${writeS.toFixed(1)} s`, `${Math.round(sizeMb)} MB`)
  console.log()
  row('servers', 'years', 'analysts', 'half within', '95 of 100 within', 'refused', 'memory')
  row('---', '---', '---', '---', '---', '---', '---')
  for (const { setup, years, users, p50Ms, p95Ms, refused, asked, memoryMb } of measured) {
    const times = [p50Ms, p95Ms].map((ms) => `${Math.round(ms)} ms`)
    row(setup, years, users, ...times, `${refused} of ${asked}`, `${Math.round(memoryMb)} MB`)
  }
}

/** The goals: the history does not slow queries down, and the longest one still serves a hundred analysts. */
export function figuresOf(measured: readonly Measured[]): Figure[] {
  const mostYears = Math.max(...measured.map(({ years }) => years))
  const all = groups(measured)
  return all
    .filter(({ years }) => years === mostYears)
    .flatMap(({ setup, years, found }) => {
      const shortest = all.find((group) => group.setup === setup)
      const served = mostServed(found)
      const isTwo = setup.startsWith('two servers')
      const upTo100 = all
        .filter((group) => group.setup === setup)
        .flatMap((group) => group.found)
        .filter(({ users }) => users <= 100)
      return [
        ...(shortest === undefined || shortest.years === years
          ? []
          : [
              compare(
                {
                  what: `10 analysts, ${years} years of history, half of the queries (${setup})`,
                  against: 'the shortest history',
                  unit: 'ms',
                  limit: 1.2,
                  isAtLeast: false,
                },
                { product: halfWithin(found), reference: halfWithin(shortest.found) },
              ),
            ]),
        {
          what: `analysts who run a query every ${QUERY_EVERY_S} s, most of those tried (${setup}, ${years} years)`,
          against: `95 of 100 queries within ${PATIENCE_MS} ms and none refused`,
          product: served,
          reference: null,
          unit: 'analysts',
          ratio: served,
          limit: 100,
          isAtLeast: true,
          isMet: served >= 100,
        },
        atMost(
          { what: `memory with up to 100 analysts (${setup})`, against: 'the limit', unit: 'MB' },
          Math.max(...upTo100.map(({ memoryMb }) => memoryMb)),
          isTwo ? 1000 : 500,
        ),
      ]
    })
}

function halfWithin(found: readonly Measured[]): number[] {
  return found.filter(({ users }) => users === 10).map(({ p50Ms }) => p50Ms)
}
