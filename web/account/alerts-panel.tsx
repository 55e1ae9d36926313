import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { type AlertEntry, describeAlert, type NewAlert } from '#contract/alerts.ts'
import { marketDay } from '#contract/zone-time.ts'
import { alertList, changeAlert, makeAlert, removeAlert, testAlert } from '#web/api/account.ts'
import { type Attempt, useAttempt } from '#web/api/use-attempt.ts'
import { LinkNotice, unreadFields } from '#web/market/links.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { useReading } from '#web/ui/use-clock.ts'

import { AccountPanel } from './account-panel.tsx'
import { AlertForm } from './alert-form.tsx'
import { describeState, readLink, withoutSecrets } from './alert-words.ts'
import { ConfirmedAction } from './confirmed-action.tsx'
import { SecretNotice } from './secret-notice.tsx'

export function AlertsPanel({ list, hosts }: { list: readonly AlertEntry[]; hosts: readonly string[] }) {
  const [params] = useSearchParams()
  const alerts = useAttempt(alertList)
  const [secret, setSecret] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const edited = list.find(({ id }) => id === editedId)
  const [usualUrl, ...otherUrls] = new Set(list.map(({ url }) => url))
  const save = (rule: NewAlert, clear: () => void) =>
    alerts.attempt(async () => {
      if (edited === undefined) {
        setSecret((await makeAlert(rule)).secret)
        clear()
      } else {
        await changeAlert(edited.id, rule)
        setEditedId(null)
      }
    })
  return (
    <AccountPanel
      title="Alerts"
      about="An alert sends a signed message to an address of yours, such as a chat in Slack, Teams or Discord, when the final forecast, or its error, crosses a threshold, when a new run is made, or with the briefing every working day."
    >
      {hosts.length === 0 && (
        <Notice tone="info">
          This server may not send to any address yet. Ask your administrator to allow the host of your
          receiver with the setting ALERT_HOSTS, for example ALERT_HOSTS=hooks.slack.com.
        </Notice>
      )}
      <LinkNotice unread={unreadFields(params, readLink(params))} />
      <fieldset disabled={hosts.length === 0} className="disabled:opacity-60">
        <AlertForm
          key={edited?.id}
          hosts={hosts}
          isBusy={alerts.isBusy}
          edited={edited}
          usualUrl={otherUrls.length === 0 ? usualUrl : undefined}
          onSave={save}
          onCancel={() => setEditedId(null)}
        />
      </fieldset>
      {alerts.failure !== '' && <Notice tone="danger">{alerts.failure}</Notice>}
      {secret !== null && (
        <SecretNotice
          label="This secret signs the messages of your new alert."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
      {list.length === 0 && hosts.length > 0 && (
        <PanelState state="empty" isCompact>
          You have no alerts yet.
        </PanelState>
      )}
      {list.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {list.map((entry) => (
            <AlertRow
              key={entry.id}
              entry={entry}
              alerts={alerts}
              onEdit={hosts.length > 0 && (() => setEditedId(entry.id))}
            />
          ))}
        </ul>
      )}
    </AccountPanel>
  )
}

function AlertRow(props: { entry: AlertEntry; alerts: Attempt; onEdit: false | (() => void) }) {
  const { entry, alerts, onEdit } = props
  const { id, name, url } = entry
  const [report, setReport] = useState('')
  const tomorrow = useReading(() => marketDay(Date.now(), 1))
  const test = async () => {
    setReport('Sending …')
    let outcome = ''
    try {
      outcome = (await testAlert(id)) ?? 'The receiver accepted the message.'
    } finally {
      setReport(outcome)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p>{describeAlert(entry)}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">To {withoutSecrets(url)}</p>
        <p className="text-sm text-ink-muted">{describeState(entry, tomorrow)}</p>
        <output className="text-sm empty:hidden">{report}</output>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          aria-label={`Send a test message of ${name}`}
          isDisabled={alerts.isBusy}
          onPress={() => alerts.attempt(test)}
        >
          Test
        </Button>
        {onEdit !== false && (
          <Button size="small" aria-label={`Edit ${name}`} onPress={onEdit}>
            Edit
          </Button>
        )}
        <ConfirmedAction
          name={name}
          question="Remove this alert?"
          isBusy={alerts.isBusy}
          onAction={() => alerts.attempt(() => removeAlert(id))}
        />
      </div>
    </li>
  )
}
