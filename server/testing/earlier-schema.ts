import { emptySchema } from '#server/database/backup/restore-backup.ts'
import { applyMigrations, changeSchema, MIGRATIONS, type PrepareSchema } from '#server/database/migrations.ts'

/** Makes the schema as it was after the first `count` migrations. */
export function earlierSchema(count: number): PrepareSchema {
  return async (connection) => {
    await emptySchema(connection)
    await changeSchema(connection, () => applyMigrations(connection, MIGRATIONS.slice(0, count)))
  }
}
