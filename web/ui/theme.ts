import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import { createKeptStorage } from './kept-storage.ts'

export type Theme = 'light' | 'dark' | 'system'
export type ResolvedTheme = 'light' | 'dark'

/** `web/first-script.js` reads this key too, before the first paint. */
const THEME_KEY = 'theme'
const DARK_QUERY = '(prefers-color-scheme: dark)'

const storage = createKeptStorage(() => localStorage)
/** Cached, because `matchMedia` takes longer than the rest of a small render. */
const shown = createStore<{ theme: ResolvedTheme }>(() => ({ theme: 'light' }))
let chosen: Theme = 'system'
/** Paper is white and has no controls; `theme.css` uses the class `printing`. */
let isPrinting = false

function readTheme(): Theme {
  const stored = storage.read(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function resolve(theme: Theme): ResolvedTheme {
  if (isPrinting) return 'light'
  if (theme !== 'system') return theme
  return matchMedia(DARK_QUERY).matches ? 'dark' : 'light'
}

function apply(): void {
  const { classList } = document.documentElement
  const theme = resolve(chosen)
  classList.toggle('dark', theme === 'dark')
  classList.toggle('printing', isPrinting)
  shown.setState({ theme })
}

function setPrinting(next: boolean): void {
  isPrinting = next
  apply()
}

/** Applies the stored theme, then follows system, other tabs and printing. Call once. */
export function startTheme(): void {
  chosen = readTheme()
  matchMedia(DARK_QUERY).addEventListener('change', apply)
  addEventListener('beforeprint', () => setPrinting(true))
  addEventListener('afterprint', () => setPrinting(false))
  addEventListener('storage', (event) => {
    if (event.key !== THEME_KEY && event.key !== null) return
    chosen = readTheme()
    apply()
  })
  apply()
}

/** Runs `draw` with the styles of the light theme; the screen does not change. */
export function drawInLightTheme<T>(draw: () => T): T {
  const { classList } = document.documentElement
  const isDark = classList.contains('dark')
  classList.remove('dark')
  try {
    return draw()
  } finally {
    classList.toggle('dark', isDark)
  }
}

/** If the browser blocks storage, the theme lasts as long as the page. */
export function setTheme(theme: Theme): void {
  chosen = theme
  storage.write(THEME_KEY, theme)
  apply()
}

export function useResolvedTheme(): ResolvedTheme {
  return useStore(shown, ({ theme }) => theme)
}
