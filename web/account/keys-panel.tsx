import { useState } from 'react'

import { type KeyEntry, MAX_KEY_NAME_LENGTH, MAX_KEYS } from '#contract/keys.ts'
import { keyList, makeKey, removeKey } from '#web/api/account.ts'
import { type Attempt, refusalOf, useAttempt } from '#web/api/use-attempt.ts'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { AskedAction } from './asked-action.tsx'
import { formatMoment } from './format-moment.ts'
import { SecretNotice } from './secret-notice.tsx'

/** The user's keys, and a form that makes another. */
export function KeysPanel({ list }: { list: readonly KeyEntry[] }) {
  const keys = useAttempt(keyList, refusalOf('a key', 'keys', list.length, MAX_KEYS))
  const [made, setMade] = useState<string | null>(null)
  const make = async (name: string, clear: () => void) => {
    const result = await keys.attempt(() => makeKey(name))
    if (result === null) return
    clear()
    setMade(result.key)
  }
  return (
    <Panel className="flex flex-col gap-4 p-5" aria-labelledby="keys">
      <div>
        <h2 id="keys" className="text-lg font-semibold">
          Keys
        </h2>
        <p className="text-ink-muted">
          A key lets a notebook or program read series and forecasts at /api/v1 in your name, and nothing
          else.
        </p>
      </div>
      <NameForm
        label="Name of a new key"
        placeholder="My notebook"
        maxLength={MAX_KEY_NAME_LENGTH}
        action="Make key"
        isBusy={keys.isBusy}
        onSubmit={(name, clear) => void make(name, clear)}
      />
      {keys.failure !== '' && <Notice tone="danger">{keys.failure}</Notice>}
      {made !== null && (
        <SecretNotice label="This is your new key." secret={made} onClose={() => setMade(null)} />
      )}
      {list.length === 0 ? (
        <PanelState state="empty" isCompact>
          You have no keys yet.
        </PanelState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {list.map((entry) => (
            <KeyRow key={entry.id} entry={entry} keys={keys} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function KeyRow({ entry, keys }: { entry: KeyEntry; keys: Attempt }) {
  const { id, name, createdAt, lastUsedAt } = entry
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-muted">
          Made {formatMoment(createdAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`}
        </p>
      </div>
      <AskedAction
        name={name}
        question="Programs with this key are refused at once."
        isBusy={keys.isBusy}
        onAction={() => void keys.attempt(() => removeKey(id))}
      />
    </li>
  )
}
