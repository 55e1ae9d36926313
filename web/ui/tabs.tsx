import type { KeyboardEvent, ReactNode } from 'react'

/** React Aria's tabs would mount the content between a tab and its panel twice. */
export function TabBar<Id extends string>(props: {
  label: string
  tabs: readonly { id: Id; label: string }[]
  openTab: Id
  onOpen: (id: Id) => void
}) {
  const { label, tabs, openTab, onOpen } = props
  function openByKey(event: KeyboardEvent<HTMLElement>): void {
    const index = tabs.findIndex(({ id }) => id === openTab)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (tab === undefined) return
    event.preventDefault()
    onOpen(tab.id)
    document.querySelector<HTMLElement>(`#${tabId(tab.id)}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="flex flex-wrap gap-1 print:hidden">
      {tabs.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === openTab}
          aria-controls={id === openTab ? panelId(id) : undefined}
          tabIndex={id === openTab ? 0 : -1}
          className="cursor-pointer border-b-2 border-transparent px-2 py-1.5 font-medium whitespace-nowrap text-ink-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink forced-colors:aria-selected:border-[Highlight] forced-colors:not-aria-selected:mb-0.5 forced-colors:not-aria-selected:border-b-0 max-[22rem]:px-1 max-[22rem]:text-sm sm:px-3"
          onClick={() => {
            if (id !== openTab) onOpen(id)
          }}
          onKeyDown={openByKey}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)} className="flex min-w-0 flex-col gap-4">
      {children}
    </div>
  )
}

const tabId = (id: string) => `tab-${id}`
const panelId = (id: string) => `panel-${id}`
