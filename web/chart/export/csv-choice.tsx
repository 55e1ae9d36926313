import { Settings2 } from 'lucide-react'

import { isChosen, setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'

import type { CsvFormat } from './csv-text.ts'

const COMMA: CsvFormat = { separator: ',', decimal: '.' }
const SEMICOLON: CsvFormat = { separator: ';', decimal: ',' }

/** The format that this browser's user chose last. */
export function csvFormat(): CsvFormat {
  return isChosen('decimalCommas') ? SEMICOLON : COMMA
}

/** The action of a menu that switches CSV files between decimal points and decimal commas. `onReport` gets the new choice in words. */
export function useCsvFormatAction(onReport: (message: string) => void): MenuAction {
  const hasCommas = useIsChosen('decimalCommas')
  return {
    id: 'csv-format',
    label: hasCommas ? 'CSV with decimal points' : 'CSV with decimal commas',
    icon: <Settings2 />,
    onAction: () => {
      setChosen('decimalCommas', !hasCommas)
      onReport(hasCommas ? 'CSV: commas, decimal points' : 'CSV: semicolons, decimal commas')
    },
  }
}
