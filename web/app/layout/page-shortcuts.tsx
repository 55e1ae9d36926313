import { lazy, Suspense, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#web/api/session.ts'
import { listenToShortcuts, setShortcutListOpen, useShortcuts, useShortcutState } from '#web/ui/shortcuts.ts'

import { DESTINATIONS } from './header-frame.tsx'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

const PAGES = {
  title: 'Every page',
  keys: DESTINATIONS.map(({ path, label }) => ({ key: `g then ${path.charAt(1)}`, label, path })),
}

/** The shortcuts of every page, and the list of all of them once it is opened. */
export function PageShortcuts() {
  const { isAuthenticated } = useSession()
  return isAuthenticated ? <SignedInShortcuts /> : null
}

function SignedInShortcuts() {
  const { isListOpen } = useShortcutState()
  const navigate = useNavigate()
  useShortcuts(PAGES, ({ path }) => void navigate(path))
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
