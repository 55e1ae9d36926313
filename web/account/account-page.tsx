import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { KeyEntry } from '#contract/keys.ts'
import { MAX_NAME_LENGTH } from '#contract/owned-rows.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { CSV_TYPE, type UploadEntry, UPLOADS_PATH } from '#contract/uploads.ts'
import { marketDay } from '#contract/zone-time.ts'
import {
  alertList,
  keyList,
  makeKey,
  removeKey,
  removeUpload,
  setUploadInput,
  uploadList,
} from '#web/api/account.ts'
import { loadingOf, recoveryMs } from '#web/api/recovery.ts'
import { type Attempt, useAttempt } from '#web/api/use-attempt.ts'
import { ownUser } from '#web/api/users.ts'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { formatInstantWithYear } from '#web/zone/display-zone.ts'

import { AccountPanel } from './account-panel.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { SecretNotice } from './secret-notice.tsx'

const CHECKED_AGAIN_MS = 2000

export function AccountPage() {
  const keys = useQuery(keyList)
  const alerts = useQuery({
    ...alertList,
    // The server checks a new rule within seconds.
    refetchInterval: (query) =>
      recoveryMs(query) ||
      (query.state.data?.alerts.some(({ isCrossed, measure }) => isCrossed === null && measure !== 'run')
        ? CHECKED_AGAIN_MS
        : false),
  })
  return (
    <div className="flex flex-col gap-4">
      <title>Keys and alerts · Energy Metrics</title>
      <h1 className="text-xl font-semibold">Keys and alerts</h1>
      <Loaded subject="The list of keys and alerts" {...loadingOf(keys, alerts)} className="h-96">
        <KeysPanel list={keys.data ?? []} />
        <AlertsPanel list={alerts.data?.alerts ?? []} hosts={alerts.data?.hosts ?? []} />
        <UploadsPanel />
      </Loaded>
    </div>
  )
}

function KeysPanel({ list }: { list: readonly KeyEntry[] }) {
  const keys = useAttempt(keyList)
  const [made, setMade] = useState<string | null>(null)
  const [canUpload, setCanUpload] = useState(false)
  return (
    <AccountPanel
      title="Keys"
      about="A key lets a notebook or program read what the pages show at /api/v1 in your name, upload forecasts if you allow it, and nothing else."
    >
      <NameForm
        label="Name of a new key"
        placeholder="My notebook"
        maxLength={MAX_NAME_LENGTH}
        action="Create key"
        isBusy={keys.isBusy}
        onSubmit={(name, clear) =>
          keys.attempt(async () => {
            const { key } = await makeKey(name, canUpload)
            clear()
            setMade(key)
          })
        }
      >
        <Switch className="min-h-10" isSelected={canUpload} onChange={setCanUpload}>
          May upload forecasts
        </Switch>
      </NameForm>
      {keys.failure !== '' && <Notice tone="danger">{keys.failure}</Notice>}
      {made !== null && (
        <SecretNotice label="This is your new key." secret={made} onClose={() => setMade(null)} />
      )}
      {list.length === 0 && made === null && (
        <PanelState state="empty" isCompact>
          You have no keys yet. Create one above, then run one of these lines:
        </PanelState>
      )}
      <Examples token={made ?? 'YOUR_KEY'} />
      {list.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {list.map((entry) => (
            <KeyRow key={entry.id} entry={entry} keys={keys} />
          ))}
        </ul>
      )}
    </AccountPanel>
  )
}

/** Ready to run, with this server's URL. */
function Examples({ token }: { token: string }) {
  const [[from, to]] = useState(() => [marketDay(Date.now(), -7), marketDay(Date.now())])
  const series =
    location.origin + withBasePath(`${SERIES_PATH}?area=DE&quantity=residual&from=${from}&to=${to}`)
  return (
    <Lines
      lines={{
        curl: `curl -H "Authorization: Bearer ${token}" "${series}"`,
        Python: `import pandas; pandas.read_csv("${series}", storage_options={"Authorization": "Bearer ${token}"})`,
      }}
    />
  )
}

const UPLOAD_LINE = `curl -H "Authorization: Bearer YOUR_KEY" -H "Content-Type: ${CSV_TYPE}" --data-binary @forecast.csv "${location.origin}${withBasePath(UPLOADS_PATH)}?name=Vendor"`

function Lines({ lines }: { lines: Readonly<Record<string, string>> }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {Object.entries(lines).map(([program, line]) => (
        <div key={program} className="contents">
          <dt className="text-ink-muted">{program}</dt>
          <dd className="font-mono text-xs leading-5 break-all select-all">{line}</dd>
        </div>
      ))}
    </dl>
  )
}

function KeyRow({ entry, keys }: { entry: KeyEntry; keys: Attempt }) {
  const { id, name, canUpload, createdAt, lastUsedAt } = entry
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-muted">
          {canUpload && 'May upload · '}Made {formatInstantWithYear(createdAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatInstantWithYear(lastUsedAt)}`}
        </p>
      </div>
      <ConfirmedAction
        name={name}
        question="Programs with this key are refused at once."
        isBusy={keys.isBusy}
        onAction={() => keys.attempt(() => removeKey(id))}
      />
    </li>
  )
}

/** Own uploads, and other users' uploads for all. */
function UploadsPanel() {
  const query = useQuery(uploadList)
  const isAdmin = useQuery(ownUser).data?.role === 'admin'
  const uploads = useAttempt(uploadList)
  const list = query.data ?? []
  return (
    <AccountPanel
      title="Uploaded forecasts"
      about="Forecasts that programs uploaded with a key. They stand beside ours."
    >
      {uploads.failure !== '' && <Notice tone="danger">{uploads.failure}</Notice>}
      <Loaded subject="The list of uploaded forecasts" {...loadingOf(query)} className="h-24">
        {list.length === 0 ? (
          <>
            <PanelState state="empty" isCompact>
              There are no uploaded forecasts yet. Create a key that may upload, then send a CSV file with
              this line:
            </PanelState>
            <Lines lines={{ curl: UPLOAD_LINE }} />
          </>
        ) : (
          <ul className="divide-y divide-line border-t border-line">
            {list.map((entry) => (
              <UploadRow key={entry.id} entry={entry} uploads={uploads} isAdmin={isAdmin} />
            ))}
          </ul>
        )}
      </Loaded>
    </AccountPanel>
  )
}

function UploadRow(props: { entry: UploadEntry; uploads: Attempt; isAdmin: boolean }) {
  const { entry, uploads, isAdmin } = props
  const {
    id,
    name,
    label,
    visible_to,
    areas,
    quantities,
    first_day,
    last_day,
    last_issued_utc,
    rewritten_utc,
  } = entry
  const facts = [
    visible_to === 'all' ? 'for all users' : 'for you alone',
    areas.join(' '),
    quantities.join(', '),
    `${first_day} to ${last_day}`,
    last_issued_utc !== null && `last issued ${formatInstantWithYear(last_issued_utc)}`,
    entry.is_input && !isAdmin && 'our final forecast may use it',
    rewritten_utc !== null &&
      `its owner changed past values on ${formatInstantWithYear(rewritten_utc)}, so our final forecast stopped using it`,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{label}</p>
        <p className="text-sm text-ink-muted">{facts.filter((fact) => fact !== false).join(' · ')}</p>
        {isAdmin && visible_to === 'all' && (
          <Switch
            isSelected={entry.is_input}
            onChange={(isInput) => uploads.attempt(() => setUploadInput(id, isInput))}
          >
            Our final forecast may use {label}
          </Switch>
        )}
      </div>
      {entry.is_own && (
        <ConfirmedAction
          name={name}
          action="Delete"
          question="All its values are deleted, for everyone."
          isBusy={uploads.isBusy}
          onAction={() => uploads.attempt(() => removeUpload(id))}
        />
      )}
    </li>
  )
}
