import { Settings2 } from 'lucide-react'

import { isChosen, type KeptChoice, setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { onLightGround, useResolvedTheme } from '#web/ui/theme/theme.ts'
import { zoneName } from '#web/zone/display-zone.ts'

import { createCsvText, type CsvContext, type CsvFormat } from './chart-csv.ts'
import { downloadCsvText } from './download-file.ts'

/** The format of CSV files that this browser's user chose last. */
function csvFormat(): CsvFormat {
  const times = isChosen('spreadsheetTimes') ? 'spreadsheet' : 'iso'
  return isChosen('decimalCommas')
    ? { separator: ';', decimal: ',', times }
    : { separator: ',', decimal: '.', times }
}

/** What a CSV file of megawatts says of its values. */
export function csvContext(source: string | null): CsvContext {
  return { unit: 'MW', source, timeZone: zoneName(), format: csvFormat() }
}

/** Saves lines of cells as a CSV file. */
export function downloadCells(name: string, lines: Parameters<typeof createCsvText>[0]): void {
  downloadCsvText(name, createCsvText(lines, csvFormat()))
}

/** Reads the colours of a picture, and draws it, in the theme on the screen or the light one, as the user chose last. */
export function onChosenGround<T>(draw: () => T): T {
  return isChosen('lightPictures') ? onLightGround(draw) : draw()
}

/** What the item of a menu does where the choice is off, and where it is on. */
const LABELS = {
  decimalCommas: ['CSV with decimal commas', 'CSV with decimal points'],
  spreadsheetTimes: ['CSV with times for Excel', 'CSV with ISO times'],
  lightPictures: ['PNG on a light ground', 'PNG as on the screen'],
} as const satisfies Partial<Record<KeptChoice, readonly [string, string]>>

/** The choices of a menu for its CSV files, and for its pictures where the theme is dark. `onReport` gets a new choice in words. */
export function useExportChoices(onReport: (message: string) => void): {
  csv: MenuAction[]
  picture: MenuAction[]
} {
  const commas = useChoice('decimalCommas', onReport)
  const times = useChoice('spreadsheetTimes', onReport)
  const light = useChoice('lightPictures', onReport)
  return { csv: [commas, times], picture: useResolvedTheme() === 'dark' ? [light] : [] }
}

function useChoice(choice: keyof typeof LABELS, onReport: (message: string) => void): MenuAction {
  const isOn = useIsChosen(choice)
  const label = LABELS[choice][isOn ? 1 : 0]
  return {
    id: choice,
    label,
    icon: <Settings2 />,
    onAction: () => {
      setChosen(choice, !isOn)
      onReport(label)
    },
  }
}
