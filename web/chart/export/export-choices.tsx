import type { ChartData } from '#web/chart/data/chart-data.ts'
import { isChosen, type KeptChoice, setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import type { MenuOption } from '#web/ui/menu.tsx'
import { useResolvedTheme } from '#web/ui/theme.ts'

import { createCsv, createCsvText, type CsvContext, type CsvFormat } from './chart-csv.ts'

function csvFormat(): CsvFormat {
  const times = isChosen('spreadsheetTimes') ? 'spreadsheet' : 'iso'
  return isChosen('decimalCommas')
    ? { separator: ';', decimal: ',', times }
    : { separator: ',', decimal: '.', times }
}

export function csvContext(unit: string, source: string | null): CsvContext {
  return { unit, source, format: csvFormat() }
}

export function downloadChart(name: string, data: ChartData, source: string | null): void {
  downloadCsvText(name, createCsv(data, csvContext('MW', source)))
}

export function downloadCells(name: string, lines: Parameters<typeof createCsvText>[0]): void {
  downloadCsvText(name, createCsvText(lines, csvFormat()))
}

const LABELS = {
  decimalCommas: 'Decimal commas in CSV',
  spreadsheetTimes: 'Times for Excel in CSV',
  lightPictures: 'PNG on a light ground',
} as const satisfies Partial<Record<KeptChoice, string>>

export function useExportOptions({ hasPicture }: { hasPicture: boolean }): MenuOption[] {
  const light = useExportOption('lightPictures')
  const csv = [useExportOption('decimalCommas'), useExportOption('spreadsheetTimes')]
  return useResolvedTheme() === 'dark' && hasPicture ? [...csv, light] : csv
}

function useExportOption(choice: keyof typeof LABELS): MenuOption {
  const isOn = useIsChosen(choice)
  return { id: choice, label: LABELS[choice], isOn, onChange: (isNowOn) => setChosen(choice, isNowOn) }
}

export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the URL by the next event-loop turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

export function downloadCsvText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
