import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { describeOnBothEngines } from '#server/testing/database.ts'

import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

test('the numbers of the migrations go up by one', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

/** The last release and its statements, a line each. */
const FILE = 'server/database/released-statements.txt'
const NEXT = process.env['RELEASE']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const LiteralSchema = z.object({ type: z.literal('Literal'), value: z.string() })
const NameSchema = z.object({ type: z.literal('Identifier'), name: z.string() })
const TemplateSchema = z.object({
  type: z.literal('TemplateLiteral'),
  quasis: z.array(z.object({ value: z.object({ cooked: z.string() }) })),
  expressions: z.array(z.unknown()),
})

/** The text of a literal, in which names stand for constants; null for all else. */
function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | null {
  const literal = LiteralSchema.safeParse(node).data
  if (literal !== undefined) return literal.value
  const name = NameSchema.safeParse(node).data
  if (name !== undefined) return constants.get(name.name) ?? null
  const template = TemplateSchema.safeParse(node).data
  const parts = template?.expressions.map((part) => textOf(part, constants)) ?? [null]
  if (template === undefined || parts.includes(null)) return null
  return template.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? '')).join('')
}

/** SQL statements in the code below a folder, but for those that are put together from more than constants of the same file. */
function statementsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test|\.d)\.ts$/.test(file) && !file.startsWith('testing'),
  )
  const texts = files.flatMap((file) => {
    const constants = new Map<string, string>()
    const found: string[] = []
    const visit = (node: unknown): void => {
      if (!isObject(node)) return
      const { id, init } = node
      const name = NameSchema.safeParse(id).data?.name
      const constant = name === undefined ? null : textOf(init, constants)
      if (name !== undefined && constant !== null) constants.set(name, constant)
      const text = node['type'] === 'Identifier' ? null : textOf(node, constants)
      if (text === null) Object.values(node).forEach(visit)
      else if (/^\s*(INSERT|UPDATE|DELETE|SELECT|WITH)\s/.test(text)) found.push(text)
    }
    visit(parseAst(readFileSync(join(folder, file), 'utf8'), { lang: 'ts' }))
    return found
  })
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].toSorted()
}

/** Why a statement is not possible on a database: the database's reason, or a column that it needs; null where it is. */
async function refusalOf(database: Database, statement: string, name: string): Promise<string | null> {
  const count = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join()})`
  const planned = database.transaction(async (connection) => {
    await connection.query(`PREPARE ${name} AS ${statement}`)
    // The target of ON CONFLICT is looked for only by the planner.
    await connection.query(`EXPLAIN EXECUTE ${name}${values}`)
  })
  const reason = await planned.then(
    () => null,
    (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
  )
  const [, table, columns = ''] = /^INSERT INTO (\w+)(?: AS \w+)? \(([^)]+)\)/.exec(statement) ?? []
  if (reason !== null || table === undefined) return reason
  const needed = await database.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef AND attidentity = ''`,
    [table],
  )
  const missing = needed.find((column) => !columns.split(', ').includes(column.name))
  return missing === undefined ? null : `${missing.name} has no default`
}

describeOnBothEngines('while servers are restarted one by one', (open) => {
  test('the last release can go on with all of its statements', async () => {
    const database = await open()
    if (NEXT !== undefined) writeFileSync(FILE, `${[NEXT, ...statementsIn('server')].join('\n')}\n`)
    const [, ...statements] = readFileSync(FILE, 'utf8').trim().split('\n')
    expect(statements.length).toBeGreaterThan(60)
    const refusals = async (of: readonly string[]) => {
      const refused: string[] = []
      for (const [index, statement] of of.entries()) {
        const reason = await refusalOf(database, statement, `released_${of.length}_${index}`)
        if (reason !== null) refused.push(`${statement}: ${reason}`)
      }
      return refused
    }
    expect(await refusals(statements)).toEqual([])
    const planted = [
      'UPDATE chunk SET gone = $1',
      'INSERT INTO chunk (series_id, month, step_minutes, source, fetched_at) SELECT series_id, month, step_minutes, source, fetched_at FROM chunk',
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (value) DO NOTHING',
    ]
    expect(await refusals(planted)).toEqual([
      expect.stringContaining('"gone"'),
      expect.stringContaining('power_mw has no default'),
      expect.stringContaining('ON CONFLICT'),
    ])
  })
})
