/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What separates cells and decimals, and how times are written. Spreadsheets in most European languages expect semicolons and decimal commas. */
export interface CsvFormat {
  separator: ',' | ';'
  decimal: '.' | ','
  /** Excel takes an ISO time with a letter or an offset for text. */
  times: 'iso' | 'spreadsheet'
}

/** Lines of cells as CSV. A missing number is an empty cell. A text that a spreadsheet would take for a formula is marked as text. */
export function createCsvText(
  lines: readonly (readonly (string | number | null)[])[],
  { separator, decimal }: Pick<CsvFormat, 'separator' | 'decimal'>,
): string {
  const cellOf = (cell: string | number | null) => {
    if (typeof cell === 'string') return quoteText(cell, separator)
    return cell === null ? '' : String(cell).replace('.', decimal)
  }
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('')
}

/** A cell of text that no spreadsheet runs as a formula and no reader splits. */
function quoteText(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
