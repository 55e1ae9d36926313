import { useEffectEvent, useLayoutEffect } from 'react'
import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import { isChosen } from './kept-choices.ts'

interface Shortcut {
  /** A single key, or `g then` a second one. */
  key: string
  label: string
}

export interface ShortcutGroup<Of extends Shortcut = Shortcut> {
  title: string
  /** CSS selector: the keys work only while the focus is inside. Default: everywhere. */
  within?: string
  keys: readonly Of[]
}

interface ShortcutState {
  groups: readonly { group: ShortcutGroup; run: (key: string) => void }[]
  isListOpen: boolean
}

export const LIST_KEY = '?'
/** Starts the keys that leave a page, so that no single letter does. */
const PREFIX_KEY = 'g'
const SECOND_KEY_WITHIN_MS = 1500

const store = createStore<ShortcutState>(() => ({ groups: [], isListOpen: false }))

export function useShortcutState(): ShortcutState {
  return useStore(store)
}

export function setShortcutListOpen(isListOpen: boolean): void {
  store.setState({ isListOpen })
}

/** `group` must be a constant. */
export function useShortcuts<Of extends Shortcut>(group: ShortcutGroup<Of>, run: (shortcut: Of) => void) {
  const runLatest = useEffectEvent((key: string) => {
    const shortcut = group.keys.find((candidate) => candidate.key === key)
    if (shortcut !== undefined) run(shortcut)
  })
  // A visible page must react to keys at once.
  useLayoutEffect(() => {
    const entry = { group, run: (key: string) => runLatest(key) }
    store.setState(({ groups }) => ({ groups: [...groups, entry] }))
    return () => store.setState(({ groups }) => ({ groups: groups.filter((other) => other !== entry) }))
  }, [group])
}

/** Returns the function that stops it. */
export function listenToShortcuts(): () => void {
  let prefixedAtMs = Number.NEGATIVE_INFINITY
  const onKeyDown = (event: KeyboardEvent) => {
    if (isChosen('shortcutsOff') || !isShortcut(event)) return
    const typed = keyOf(event)
    const isSecond = event.timeStamp - prefixedAtMs < SECOND_KEY_WITHIN_MS
    prefixedAtMs = !isSecond && typed === PREFIX_KEY ? event.timeStamp : Number.NEGATIVE_INFINITY
    const key = isSecond ? `${PREFIX_KEY} then ${typed}` : typed
    if (key === LIST_KEY) setShortcutListOpen(true)
    for (const { group, run } of store.getState().groups) if (isInside(event.target, group.within)) run(key)
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

/** Non-Latin keyboards: the letter at the same position. */
function keyOf({ key, code }: KeyboardEvent): string {
  return /^\P{ASCII}$/u.test(key) && code.startsWith('Key') ? code.slice('Key'.length).toLowerCase() : key
}

function isInside(target: EventTarget | null, within: string | undefined): boolean {
  return within === undefined || (target instanceof Element && target.closest(within) !== null)
}

/** Elements that use letters, for text or to select from a list. Radio buttons and the like do not. */
const TYPING =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable], [aria-haspopup="listbox"], [role="listbox"]'
const OVERLAYS = '[role="dialog"], [role="menu"]'

function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (document.querySelector(OVERLAYS) !== null) return false
  return !(target instanceof Element) || target.closest(TYPING) === null
}
