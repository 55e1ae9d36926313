import type { Database } from './database.ts'

/** Remembers values until the database changes, if it counts its changes. `read` must send its statements only after it is called. */
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
