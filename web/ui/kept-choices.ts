import { useSyncExternalStore } from 'react'

/** What a user has chosen instead of the default, kept in local storage under these keys until the user signs out. */
const CHOICES = ['shortcutsOff', 'decimalCommas', 'spreadsheetTimes', 'lightPictures'] as const
export type KeptChoice = (typeof CHOICES)[number]

/** The only value of a key. */
const CHOSEN = 'yes'

const listeners = new Set<() => void>()
const known = new Map<KeptChoice, boolean>()

export function isChosen(choice: KeptChoice): boolean {
  const held = known.get(choice)
  if (held !== undefined) return held
  const stored = isStored(choice)
  known.set(choice, stored)
  return stored
}

export function useIsChosen(choice: KeptChoice): boolean {
  return useSyncExternalStore(subscribe, () => isChosen(choice))
}

export function setChosen(choice: KeptChoice, isNowChosen: boolean): void {
  known.set(choice, isNowChosen)
  try {
    if (isNowChosen) localStorage.setItem(choice, CHOSEN)
    else localStorage.removeItem(choice)
  } catch {
    // Storage may be blocked or full. The choice then lasts until the page closes.
  }
  for (const listener of listeners) listener()
}

/** The next user of this browser starts from the defaults. */
export function forgetChoices(): void {
  for (const choice of CHOICES) setChosen(choice, false)
}

function isStored(choice: KeptChoice): boolean {
  try {
    return localStorage.getItem(choice) === CHOSEN
  } catch {
    return false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
