import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { RowTexts } from './stored-tables.ts'

/* A gzip file of JSON lines: header; per table its name and columns, then an array of texts per row; sums, with the SHA-256 of all lines before. */

/** Raised by every change of the format. */
export const BACKUP_FORMAT = 1

export const BackupHeaderSchema = z.object({
  product: z.literal('energy-metrics'),
  format: z.number(),
  createdAtUtc: z.string(),
  schema: z.array(z.object({ number: z.number(), title: z.string() })),
})
export type BackupHeader = z.infer<typeof BackupHeaderSchema>

export const BackupTableSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
export type BackupTable = z.infer<typeof BackupTableSchema>

const TableSumSchema = z.object({ table: z.string(), rows: z.number(), sum: z.string() })
export type TableSum = z.infer<typeof TableSumSchema>

export const BackupEndSchema = z.object({ sums: z.array(TableSumSchema), sha256: z.string() })

const MASK_64 = 2n ** 64n - 1n

/** Independent of the order of the rows. */
export function createTableSum(table: string): { add: (row: RowTexts) => void; value: () => TableSum } {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      const hash = createHash('sha256').update(JSON.stringify(row)).digest()
      rows += 1
      sum = (sum + hash.readBigUInt64BE(0)) & MASK_64
    },
    value: () => ({ table, rows, sum: sum.toString(16).padStart(16, '0') }),
  }
}
