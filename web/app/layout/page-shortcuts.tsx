import { lazy, Suspense, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#web/api/session.ts'
import { listenToShortcuts, setShortcutListOpen, useShortcuts, useShortcutState } from '#web/ui/shortcuts.ts'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

const PAGES = {
  title: 'Every page',
  keys: [
    { key: 'g then h', label: 'Home' },
    { key: 'g then d', label: 'Dashboard' },
    { key: 'g then m', label: 'Model' },
  ],
} as const

const PATHS = { 'g then h': '/home', 'g then d': '/dashboard', 'g then m': '/model' } as const

/** The shortcuts of every page, and the list of all of them once it is opened. */
export function PageShortcuts() {
  const { isAuthenticated } = useSession()
  return isAuthenticated ? <SignedInShortcuts /> : null
}

function SignedInShortcuts() {
  const { isListOpen } = useShortcutState()
  const navigate = useNavigate()
  useShortcuts(PAGES, (key) => void navigate(PATHS[key]))
  useLayoutEffect(() => {
    const stop = listenToShortcuts()
    return () => {
      stop()
      setShortcutListOpen(false)
    }
  }, [])
  if (!isListOpen) return null
  return (
    <Suspense>
      <ShortcutList />
    </Suspense>
  )
}
