import { useState } from 'react'

import { MAX_NAME_LENGTH } from '#contract/given-name.ts'
import { readDashboard } from '#web/dashboard/address/dashboard-url.ts'
import { loadCards } from '#web/dashboard/address/load-from-url.ts'
import { STARTERS } from '#web/dashboard/address/starters.ts'
import { useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ModalDialog } from '#web/ui/overlays/modal-dialog.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'

import { saveAs, useSaved } from './saved-actions.ts'
import { SavedRow } from './saved-row.tsx'

const HEADING_STYLE = 'pb-1.5 text-sm font-medium text-ink-muted'

/** Saves the present cards under a name, and opens what is saved. */
export function DashboardsDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const saved = useSaved()
  const openId = useGraphState(({ dashboard }) => dashboard?.id)
  const [report, setReport] = useState('')
  const close = () => onOpenChange(false)
  const start = (query: string | null) => {
    const cards = query === null ? [] : readDashboard(query, Date.now())
    if (cards === null || cards === 'broken') throw new Error(`Not a dashboard: ${query}`)
    close()
    loadCards(cards, { areMade: query !== null })
  }
  return (
    <ModalDialog title="Dashboards" onOpenChange={onOpenChange}>
      <NameForm
        label="Save these graphs as"
        maxLength={MAX_NAME_LENGTH}
        action="Save"
        isBusy={saved.isBusy}
        onSubmit={(name) => saved.attempt(() => saveAs(name).then(close))}
      />
      {saved.failure !== '' && <Notice tone="danger">{saved.failure}</Notice>}
      {(saved.list.length > 0 || !saved.loading.isLoaded) && (
        <Loaded subject="Your list of dashboards" {...saved.loading} className="h-32">
          <section aria-labelledby="saved-dashboards">
            <h3 id="saved-dashboards" className={HEADING_STYLE}>
              Your dashboards
            </h3>
            <ul className="flex flex-col gap-0.5">
              {saved.list.map((entry) => (
                <li key={entry.id}>
                  <SavedRow
                    entry={entry}
                    isOpen={entry.id === openId}
                    saved={saved}
                    onReport={setReport}
                    onClose={close}
                  />
                </li>
              ))}
            </ul>
          </section>
        </Loaded>
      )}
      <section aria-labelledby="starter-dashboards">
        <h3 id="starter-dashboards" className={HEADING_STYLE}>
          Ready-made dashboards
        </h3>
        <ul className="flex flex-col gap-0.5">
          {STARTERS.map(({ name, about, query }) => (
            <li key={name}>
              <Button
                variant="quiet"
                className="h-auto w-full flex-col items-start gap-0 px-2! py-1.5 text-left"
                onPress={() => start(query)}
              >
                <span className="text-ink">{name}</span>
                <span className="text-sm font-normal whitespace-normal">{about}</span>
              </Button>
            </li>
          ))}
          <li>
            <Button
              variant="quiet"
              size="large"
              className="w-full justify-start px-2! text-ink!"
              onPress={() => start(null)}
            >
              New dashboard with one graph
            </Button>
          </li>
        </ul>
      </section>
      <output className="text-sm text-ink-muted empty:hidden">{report}</output>
    </ModalDialog>
  )
}
