import { Settings2 } from 'lucide-react'

import { isChosen, type KeptChoice, setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { onLightGround, useResolvedTheme } from '#web/ui/theme/theme.ts'

import type { CsvFormat } from './csv-text.ts'

/** The format of CSV files that this browser's user chose last. */
export function csvFormat(): CsvFormat {
  const times = isChosen('spreadsheetTimes') ? 'spreadsheet' : 'iso'
  return isChosen('decimalCommas')
    ? { separator: ';', decimal: ',', times }
    : { separator: ',', decimal: '.', times }
}

/** Reads the colours of a picture, and draws it, in the theme on the screen or the light one, as the user chose last. */
export function onChosenGround<T>(draw: () => T): T {
  return isChosen('lightPictures') ? onLightGround(draw) : draw()
}

interface ChoiceWords {
  /** What the item of the menu does where the choice is off, and where it is on. */
  choose: string
  undo: string
  /** What is said then. */
  chosen: string
  undone: string
}

const WORDS = {
  decimalCommas: {
    choose: 'CSV with decimal commas',
    undo: 'CSV with decimal points',
    chosen: 'CSV: semicolons, decimal commas',
    undone: 'CSV: commas, decimal points',
  },
  spreadsheetTimes: {
    choose: 'CSV with times for Excel',
    undo: 'CSV with ISO times',
    chosen: 'CSV: times as Excel reads them',
    undone: 'CSV: ISO times with their offset',
  },
  lightPictures: {
    choose: 'PNG on a light ground',
    undo: 'PNG as on the screen',
    chosen: 'PNG: light ground',
    undone: 'PNG: as on the screen',
  },
} as const satisfies Partial<Record<KeptChoice, ChoiceWords>>

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

function useChoice(choice: keyof typeof WORDS, onReport: (message: string) => void): MenuAction {
  const isOn = useIsChosen(choice)
  const words = WORDS[choice]
  return {
    id: choice,
    label: isOn ? words.undo : words.choose,
    icon: <Settings2 />,
    onAction: () => {
      setChosen(choice, !isOn)
      onReport(isOn ? words.undone : words.chosen)
    },
  }
}
