import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import { createKeptStorage } from './kept-storage.ts'

/** Differences from the defaults, kept in local storage until the user signs out. */
const CHOICES = [
  'shortcutsOff',
  'decimalCommas',
  'spreadsheetTimes',
  'lightPictures',
  'hasStartDashboard',
  'hasBand',
] as const
export type KeptChoice = (typeof CHOICES)[number]

const CHOSEN = 'yes'

const storage = createKeptStorage(() => localStorage)
const changes = createStore(() => ({}))

export function isChosen(choice: KeptChoice): boolean {
  return storage.read(choice) === CHOSEN
}

export function useIsChosen(choice: KeptChoice): boolean {
  return useStore(changes, () => isChosen(choice))
}

export function setChosen(choice: KeptChoice, isNowChosen: boolean): void {
  if (isNowChosen) storage.write(choice, CHOSEN)
  else storage.remove(choice)
  changes.setState({})
}

/** The next user of this browser starts with the defaults. */
export function forgetChoices(): void {
  for (const choice of CHOICES) setChosen(choice, false)
}
