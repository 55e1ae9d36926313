import { Copy, House, Link, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import type { DashboardEntry } from '#contract/dashboards.ts'
import { MAX_NAME_LENGTH } from '#contract/given-name.ts'
import { loadSaved } from '#web/dashboard/address/load-from-url.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { withZone, zoneName } from '#web/zone/display-zone.ts'

import { duplicate, remove, rename, type Saved, setStart } from './saved-actions.ts'

/** A saved dashboard of the user: a click opens it, its menu has the rest. */
export function SavedRow(props: {
  entry: DashboardEntry
  isOpen: boolean
  saved: Saved
  onReport: (message: string) => void
  onClose: () => void
}) {
  const { entry, isOpen, saved, onReport, onClose } = props
  const { id, name, isStart } = entry
  const nameRef = useRef<HTMLSpanElement>(null)
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
      <div role="alert" className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 grow wrap-anywhere">Delete {name}? Links to it will stop working.</span>
        <Button variant="danger" isDisabled={saved.isBusy} onPress={() => saved.attempt(() => remove(id))}>
          Delete
        </Button>
        <Button autoFocus onPress={() => setAsking('answered')}>
          Keep
        </Button>
      </div>
    )
  }
  const link = `${location.origin}${withBasePath('/dashboard')}${withZone(`?saved=${id}`, zoneName())}`
  return (
    <div className="flex items-center gap-1">
      <Tooltip text={name} cutRef={nameRef}>
        <Button
          variant="quiet"
          size="large"
          className="min-w-0 shrink! grow justify-start px-2! text-ink! aria-[current=true]:bg-accent-soft"
          aria-current={isOpen}
          autoFocus={asking === 'answered'}
          onPress={() => {
            onClose()
            void loadSaved(id, null)
          }}
        >
          <span ref={nameRef} className="truncate">
            {name}
          </span>
          {isStart && <span className="ml-auto text-sm font-normal text-ink-muted">Start</span>}
        </Button>
      </Tooltip>
      <Menu
        label={`Options of ${name}`}
        groups={[
          [
            { id: 'rename', label: 'Rename', icon: <Pencil />, onAction: () => setAsking('name') },
            {
              id: 'duplicate',
              label: 'Duplicate',
              icon: <Copy />,
              onAction: () => saved.attempt(() => duplicate(id, saved.list)),
            },
            {
              id: 'start',
              label: isStart ? 'Do not open at start' : 'Open at start',
              icon: <House />,
              onAction: () => saved.attempt(() => setStart(id, !isStart)),
            },
            {
              id: 'link',
              label: 'Copy link',
              icon: <Link />,
              onAction: () => void copyText(link, 'Link copied').then(onReport),
            },
          ],
          [
            {
              id: 'delete',
              label: 'Delete',
              icon: <Trash2 />,
              tone: 'danger',
              onAction: () => setAsking('deletion'),
            },
          ],
        ]}
      />
    </div>
  )
}
