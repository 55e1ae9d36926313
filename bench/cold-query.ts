import type { Database } from '#server/database/database.ts'
import { createGraphAnswers, type GraphAnswers } from '#server/query/graph-answers.ts'
import { parseGraphQuery } from '#server/query/query-request.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { type BenchDatabase, ENGINES } from './bench-database.ts'
import { compare, type Figure, inTurns, timeOf } from './figure.ts'
import { fillYears } from './test-market.ts'

const YEAR = 2025
export const YEAR_OF_A_GROUP = {
  category: 'Residual Load',
  area: 'CWE',
  time: [`${YEAR}-01-01 00:00`, `${YEAR}-12-31 23:59`],
  frequency: 'H',
}
const ROUNDS = 31
const WARM_UPS = 20

/** Answers queries without a cache. */
function createForgetful(database: Database): GraphAnswers {
  return createGraphAnswers({
    series: createSeriesStore(database),
    revision: createRevision(database),
    clock: Date.now,
    cacheBytes: 1,
  })
}

async function ask(answers: GraphAnswers): Promise<void> {
  await answers.get(parseGraphQuery(JSON.stringify(YEAR_OF_A_GROUP), undefined), 'curves', null)
}

/** Reads the chunks of the same answer and discards them. */
async function readBare(database: Database, ids: readonly number[]): Promise<void> {
  await database.query(
    `SELECT series_id, month, step_minutes, power_mw FROM chunk
     WHERE series_id = ANY($1::int[]) AND month BETWEEN $2::date AND $3::date`,
    [ids, `${YEAR - 1}-12-01`, `${YEAR}-12-01`],
  )
}

async function idsOfGroup(database: Database): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    "SELECT id FROM series WHERE area IN ('DE', 'FR', 'AT', 'CH', 'NL', 'BE')",
  )
  return rows.map(({ id }) => id)
}

/** Measures an uncached query against its bare SQL, and the same query with ten times the history. */
export async function measureColdQuery(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const make of ENGINES) {
    const small = await make()
    const large = await make()
    try {
      figures.push(...(await measureOn(small, large)))
    } finally {
      await small.remove()
      await large.remove()
    }
  }
  return figures
}

async function measureOn(small: BenchDatabase, large: BenchDatabase): Promise<Figure[]> {
  await fillYears(createSeriesStore(small.database), YEAR - 2, YEAR)
  await fillYears(createSeriesStore(large.database), YEAR - 29, YEAR)
  const ids = await idsOfGroup(small.database)
  const smallAnswers = createForgetful(small.database)
  const largeAnswers = createForgetful(large.database)
  const cold = await inTurns(ROUNDS, WARM_UPS, {
    product: () => timeOf(() => ask(smallAnswers)),
    reference: () => timeOf(() => readBare(small.database, ids)),
  })
  const history = await inTurns(ROUNDS, WARM_UPS, {
    product: () => timeOf(() => ask(largeAnswers)),
    reference: () => timeOf(() => ask(smallAnswers)),
  })
  const unit = 'ms'
  return [
    compare(
      {
        what: `common-query, cold, a year hourly of a group (${small.engine})`,
        against: 'the bare SQL that reads the chunks',
        unit,
        limit: small.engine === 'embedded' ? 1.3 : 1.8,
        isAtLeast: false,
      },
      cold,
    ),
    compare(
      {
        what: `the same query at 10 × the history (${small.engine})`,
        against: 'itself at 1 ×',
        unit,
        limit: 1.2,
        isAtLeast: false,
      },
      history,
    ),
  ]
}
