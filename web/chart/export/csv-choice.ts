import { isChosen } from '#web/ui/kept-choices.ts'

import type { CsvFormat } from './csv-text.ts'

const COMMA: CsvFormat = { separator: ',', decimal: '.' }
const SEMICOLON: CsvFormat = { separator: ';', decimal: ',' }

/** The format that this browser's user chose last. */
export function csvFormat(): CsvFormat {
  return isChosen('decimalCommas') ? SEMICOLON : COMMA
}
