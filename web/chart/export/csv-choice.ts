import { useSyncExternalStore } from 'react'

import type { CsvFormat } from './csv-text.ts'

/** Local storage key. It holds `semicolon` for a user who chose decimal commas. */
const KEY = 'csvFormat'
const COMMA: CsvFormat = { separator: ',', decimal: '.' }
const SEMICOLON: CsvFormat = { separator: ';', decimal: ',' }

const listeners = new Set<() => void>()
let chosen: CsvFormat | null = null

/** The format that this browser's user chose last. */
export function csvFormat(): CsvFormat {
  chosen ??= read()
  return chosen
}

export function setDecimalCommas(hasCommas: boolean): void {
  chosen = hasCommas ? SEMICOLON : COMMA
  try {
    if (hasCommas) localStorage.setItem(KEY, 'semicolon')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be blocked or full. The choice then lasts until the page closes.
  }
  for (const listener of listeners) listener()
}

export function useCsvFormat(): CsvFormat {
  return useSyncExternalStore(subscribe, csvFormat)
}

function read(): CsvFormat {
  try {
    return localStorage.getItem(KEY) === 'semicolon' ? SEMICOLON : COMMA
  } catch {
    return COMMA
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
