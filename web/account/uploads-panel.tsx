import { useQuery } from '@tanstack/react-query'

import { removeUpload, setUploadInput, uploadList } from '#web/api/account.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { useAttempt } from '#web/api/use-attempt.ts'
import { ownUser } from '#web/api/users.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatInstantWithYear } from '#web/zone/display-zone.ts'

import { ConfirmedAction } from './confirmed-action.tsx'

/** Forecasts that were uploaded by the user, or by others for all. */
export function UploadsPanel() {
  const query = useQuery(uploadList)
  const isAdmin = useQuery(ownUser).data?.role === 'admin'
  const uploads = useAttempt(uploadList)
  const list = query.data ?? []
  return (
    <Panel className="flex flex-col gap-4 p-5" aria-labelledby="uploads">
      <div>
        <h2 id="uploads" className="text-lg font-semibold">
          Uploaded forecasts
        </h2>
        <p className="text-ink-muted">Forecasts that programs uploaded with a key. They stand beside ours.</p>
      </div>
      {uploads.failure !== '' && <Notice tone="danger">{uploads.failure}</Notice>}
      <Loaded subject="The list of uploaded forecasts" {...loadingOf(query)} className="h-24">
        {list.length === 0 ? (
          <PanelState state="empty" isCompact>
            There are no uploaded forecasts yet.
          </PanelState>
        ) : (
          <ul className="divide-y divide-line border-t border-line">
            {list.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{entry.label}</p>
                  <p className="text-sm text-ink-muted">
                    {entry.visible_to === 'all' ? 'for all users' : 'for you alone'} · {entry.areas.join(' ')}{' '}
                    · {entry.quantities.join(', ')} · {entry.first_day} to {entry.last_day}
                    {entry.last_issued_utc !== null &&
                      ` · last issued ${formatInstantWithYear(entry.last_issued_utc)}`}
                    {entry.is_input && !isAdmin && ' · our final forecast may use it'}
                  </p>
                  {isAdmin && entry.visible_to === 'all' && (
                    <Switch
                      isSelected={entry.is_input}
                      onChange={(isInput) => uploads.attempt(() => setUploadInput(entry.id, isInput))}
                    >
                      Our final forecast may use {entry.label}
                    </Switch>
                  )}
                </div>
                {entry.is_own && (
                  <ConfirmedAction
                    name={entry.name}
                    action="Delete"
                    question="All its values are deleted, for everyone."
                    isBusy={uploads.isBusy}
                    onAction={() => uploads.attempt(() => removeUpload(entry.id))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}
