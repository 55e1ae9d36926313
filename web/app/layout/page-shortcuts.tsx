import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#web/api/session.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { setChosen, useIsChosen } from '#web/ui/kept-choices.ts'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import {
  LIST_KEY,
  listenToShortcuts,
  setShortcutListOpen,
  type ShortcutGroup,
  useShortcuts,
  useShortcutState,
} from '#web/ui/shortcuts.ts'

import { DESTINATIONS } from './header-frame.tsx'

const PAGES = {
  title: 'Every page',
  keys: DESTINATIONS.map(({ path, label }) => ({ key: `g then ${path.charAt(1)}`, label, path })),
}

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
  return isListOpen && <ShortcutList />
}

const LIST: ShortcutGroup = { title: 'Help', keys: [{ key: LIST_KEY, label: 'This list' }] }

/** Work in a focused chart, even if the other shortcuts are off. */
const CHART: ShortcutGroup = {
  title: 'In a chart',
  keys: [
    { key: '← →', label: 'Read one value after the other' },
    { key: 'Page Up, Page Down', label: 'Read in longer steps' },
    { key: 'Home, End', label: 'Read the first or last value' },
    { key: '+ −', label: 'Zoom' },
    { key: '0', label: 'Show everything' },
    { key: 'Esc', label: 'Stop reading' },
  ],
}

function ShortcutList() {
  const { groups } = useShortcutState()
  const areOff = useIsChosen('shortcutsOff')
  return (
    <ModalDialog title="Keyboard shortcuts" onOpenChange={setShortcutListOpen}>
      {[...groups.map(({ group }) => group), LIST, CHART].map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1.5 text-sm font-medium text-ink-muted">{title}</h3>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
            {keys.map(({ key, label }) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-control border border-line-strong/60 bg-sunken px-1.5 py-0.5 font-sans text-sm">
                    {key}
                  </kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch isSelected={!areOff} onChange={(areOn) => setChosen('shortcutsOff', !areOn)}>
        Use shortcuts outside charts
      </Switch>
    </ModalDialog>
  )
}
