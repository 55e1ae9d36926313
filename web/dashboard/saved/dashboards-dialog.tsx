import { Copy, House, Link, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { DashboardEntry } from '#contract/dashboards.ts'
import { MAX_NAME_LENGTH } from '#contract/owned-rows.ts'
import { changeDashboard } from '#web/api/dashboards.ts'
import { readDashboard } from '#web/dashboard/address/dashboard-url.ts'
import { loadCards, loadSaved } from '#web/dashboard/address/load-from-url.ts'
import { STARTERS } from '#web/dashboard/address/starters.ts'
import { useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'
import { Loaded } from '#web/ui/panel-state.tsx'
import { withZone, zoneName } from '#web/zone/display-zone.ts'

import { duplicate, remove, rename, saveAs, type Saved, useSaved } from './saved-actions.ts'

const HEADING_STYLE = 'pb-1.5 text-sm font-medium text-ink-muted'

export function DashboardsDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const saved = useSaved()
  const openId = useGraphState(({ dashboard }) => dashboard?.id)
  const [report, setReport] = useState('')
  const close = () => onOpenChange(false)
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
      <Starters onClose={close} />
      <output className="text-sm text-ink-muted empty:hidden">{report}</output>
    </ModalDialog>
  )
}

function Starters({ onClose }: { onClose: () => void }) {
  const start = (query: string | null) => {
    const cards = query === null ? [] : readDashboard(query, Date.now())
    if (cards === null || cards === 'broken') throw new Error(`Not a dashboard: ${query}`)
    onClose()
    loadCards(cards, { areMade: query !== null })
  }
  return (
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
  )
}

function SavedRow(props: {
  entry: DashboardEntry
  isOpen: boolean
  saved: Saved
  onReport: (message: string) => void
  onClose: () => void
}) {
  const { entry, isOpen, saved, onReport, onClose } = props
  const { id, name, isStart } = entry
  const [asking, setAsking] = useState<'name' | 'deletion' | 'answered' | null>(null)
  if (asking === 'name') {
    return (
      <NameForm
        label={`New name of ${name}`}
        initial={name}
        maxLength={MAX_NAME_LENGTH}
        action="Rename"
        isBusy={saved.isBusy}
        onSubmit={(next) => saved.attempt(() => rename(id, next).then(() => setAsking('answered')))}
        onCancel={() => setAsking('answered')}
      />
    )
  }
  if (asking === 'deletion') {
    return (
      <DeletionQuestion
        name={name}
        isBusy={saved.isBusy}
        onDelete={() => saved.attempt(() => remove(id))}
        onKeep={() => setAsking('answered')}
      />
    )
  }
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="quiet"
        size="large"
        className="h-auto! min-h-9 min-w-0 shrink! grow justify-start px-2! text-ink! aria-[current=true]:bg-accent-soft"
        aria-current={isOpen}
        autoFocus={asking === 'answered'}
        onPress={() => {
          onClose()
          void loadSaved(id)
        }}
      >
        <span className="min-w-0 py-1 text-left whitespace-normal wrap-anywhere">{name}</span>
        {isStart && <span className="ml-auto text-sm font-normal text-ink-muted">Start</span>}
      </Button>
      <SavedMenu entry={entry} saved={saved} onReport={onReport} onAsk={setAsking} />
    </div>
  )
}

function DeletionQuestion(props: {
  name: string
  isBusy: boolean
  onDelete: () => void
  onKeep: () => void
}) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 grow wrap-anywhere">Delete {props.name}? Links to it will stop working.</span>
      <Button variant="danger" isDisabled={props.isBusy} onPress={props.onDelete}>
        Delete
      </Button>
      <Button autoFocus onPress={props.onKeep}>
        Keep
      </Button>
    </div>
  )
}

function SavedMenu(props: {
  entry: DashboardEntry
  saved: Saved
  onReport: (message: string) => void
  onAsk: (question: 'name' | 'deletion') => void
}) {
  const { saved, onReport, onAsk } = props
  const { id, name, isStart } = props.entry
  const link = `${location.origin}${withBasePath('/dashboard')}${withZone(`?saved=${id}`, zoneName())}`
  return (
    <Menu
      label={`Options of ${name}`}
      groups={[
        [
          { label: 'Rename', icon: <Pencil />, onAction: () => onAsk('name') },
          {
            label: 'Duplicate',
            icon: <Copy />,
            onAction: () => saved.attempt(() => duplicate(id, saved.list)),
          },
          {
            label: isStart ? 'Do not open at start' : 'Open at start',
            icon: <House />,
            onAction: () => saved.attempt(() => changeDashboard(id, { isStart: !isStart })),
          },
          {
            label: 'Copy link',
            icon: <Link />,
            onAction: () => void copyText(link, 'Link copied').then(onReport),
          },
        ],
        [{ label: 'Delete', icon: <Trash2 />, tone: 'danger', onAction: () => onAsk('deletion') }],
      ]}
    />
  )
}
