import { lazy, Suspense, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#web/api/use-session.ts'
import { listenToShortcuts, setShortcutListOpen, useShortcuts, useShortcutState } from '#web/ui/shortcuts.ts'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

const PAGES = {
  title: 'Every page',
  keys: [
    { key: 'h', label: 'Home' },
    { key: 'd', label: 'Dashboard' },
    { key: 'm', label: 'Model' },
  ],
} as const

const PATHS = { h: '/home', d: '/dashboard', m: '/model' } as const

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
