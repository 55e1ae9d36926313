import { Settings2 } from 'lucide-react'

import { setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'

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
