import type { Database } from './database.ts'

/**
 * Reads a value by its key and remembers it until anything in the database changes. Reads at every call where the database
 * cannot tell. `read` must send its statements after it is called, so that its value is never older than the count it is kept under.
 */
export function rememberWhileUnchanged<Key, Value extends object | number | string | null>(
  database: Pick<Database, 'changeCount'>,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  let countOfValues: number | null = null
  let values = new Map<Key, Value>()

  return async (key) => {
    const count = database.changeCount()
    if (count === null) return read(key)
    if (count !== countOfValues) {
      countOfValues = count
      values = new Map()
    }
    const valuesOfCount = values
    const known = valuesOfCount.get(key)
    if (known !== undefined) return known
    const value = await read(key)
    valuesOfCount.set(key, value)
    return value
  }
}
