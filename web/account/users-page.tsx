import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { MAX_USER_NAME_LENGTH, type Role, type UserEntry } from '#contract/users.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { type Attempt, useAttempt } from '#web/api/use-attempt.ts'
import { addUser, changeUser, ownUser, resetPassword, userList } from '#web/api/users.ts'
import { NameForm } from '#web/ui/fields/name-form.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatInstantWithYear } from '#web/zone/display-zone.ts'

import { ConfirmedAction } from './confirmed-action.tsx'
import { SecretNotice } from './secret-notice.tsx'

const ROLE_LABELS: Readonly<Record<Role, string>> = { analyst: 'Analyst', admin: 'Admin' }
const ROLES = [
  { value: 'analyst', label: ROLE_LABELS.analyst },
  { value: 'admin', label: ROLE_LABELS.admin, hint: 'manages users' },
] as const

interface NewPassword {
  name: string
  password: string
}

export function UsersPage() {
  const list = useQuery(userList)
  const own = useQuery(ownUser)
  const loading = loadingOf(list, own)
  const users = useAttempt(userList)
  const [made, setMade] = useState<NewPassword | null>(null)
  const admins = list.data?.filter(({ role, isDisabled }) => role === 'admin' && !isDisabled)
  return (
    <div className="flex flex-col gap-4">
      <title>Users · Energy Metrics</title>
      <h1 className="text-xl font-semibold">Users</h1>
      {loading.failure?.state === 'forbidden' ? (
        <PanelState state="forbidden" className="h-96">
          Only an admin can manage users. Ask one for what you need.
        </PanelState>
      ) : (
        <Loaded subject="The list of users" {...loading} className="h-96">
          <Panel className="flex flex-col gap-4 p-5">
            <p className="text-ink-muted">
              An analyst uses everything but this page. An admin also manages the users. A disabled user
              cannot sign in, and the user’s keys and alerts are suspended.
            </p>
            <UserForm users={users} onMade={setMade} />
            {users.failure !== '' && <Notice tone="danger">{users.failure}</Notice>}
            {made !== null && (
              <SecretNotice
                label={`This is the new password of ${made.name}.`}
                secret={made.password}
                onClose={() => setMade(null)}
              />
            )}
            <ul className="divide-y divide-line border-t border-line">
              {list.data?.map((entry) => (
                <UserRow
                  key={entry.id}
                  entry={entry}
                  isOwn={entry.name === own.data?.name}
                  isLastAdmin={admins?.length === 1 && admins[0] === entry}
                  users={users}
                  onMade={setMade}
                />
              ))}
            </ul>
          </Panel>
        </Loaded>
      )}
    </div>
  )
}

function UserForm({ users, onMade }: UserActions) {
  const [role, setRole] = useState<Role>('analyst')
  const add = (name: string, clear: () => void) =>
    users.attempt(async () => {
      onMade({ name, password: await addUser(name, role) })
      clear()
      setRole('analyst')
    })
  return (
    <NameForm
      label="Name of a new user"
      maxLength={MAX_USER_NAME_LENGTH}
      autoCapitalize="none"
      spellCheck={false}
      action="Add user"
      isBusy={users.isBusy}
      onSubmit={add}
    >
      <Select className="w-48" label="Role" value={role} onChange={setRole} options={ROLES} />
    </NameForm>
  )
}

interface UserActions {
  users: Attempt
  onMade: (made: NewPassword) => void
}

function UserRow(props: UserActions & { entry: UserEntry; isOwn: boolean; isLastAdmin: boolean }) {
  const { entry, isOwn, isLastAdmin, users, onMade } = props
  const { id, name, role, isDisabled, hasPassword, keys, createdAt, lastSignInAt } = entry
  const otherRole = role === 'admin' ? 'analyst' : 'admin'
  const change = (...changed: Parameters<typeof changeUser>) => users.attempt(() => changeUser(...changed))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name} {isOwn && <span className="font-normal text-ink-muted">(you)</span>}
        </p>
        <p>
          {ROLE_LABELS[role]}
          {!hasPassword && <span className="text-ink-muted"> · single sign-on</span>}
          {isDisabled && <span className="text-danger"> · disabled</span>}
        </p>
        <p className="text-sm text-ink-muted">
          {lastSignInAt === null ? 'Never signed in' : `Last sign-in ${formatInstantWithYear(lastSignInAt)}`}{' '}
          · added {formatInstantWithYear(createdAt)} ·{' '}
          {keys === 0 ? 'no keys' : keys === 1 ? '1 key' : `${keys} keys`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 *:[[role=alert]]:basis-full">
        {isLastAdmin ? (
          <p className="text-sm text-ink-muted">The last admin cannot be changed.</p>
        ) : (
          <>
            <ConfirmedAction
              name={name}
              action={`Make ${otherRole}`}
              question={
                otherRole === 'admin'
                  ? 'An admin can add, disable and reset every user.'
                  : 'This user will no longer be able to manage users.'
              }
              isBusy={users.isBusy}
              onAction={() => change(id, { role: otherRole })}
            />
            <ConfirmedAction
              name={name}
              action={isDisabled ? 'Enable' : 'Disable'}
              question={isDisabled ? null : 'This user is signed out at once. Keys and alerts are suspended.'}
              isBusy={users.isBusy}
              onAction={() => change(id, { isDisabled: !isDisabled })}
            />
          </>
        )}
        {!isOwn && hasPassword && <Reset entry={entry} users={users} onMade={onMade} />}
      </div>
    </li>
  )
}

function Reset({ entry: { id, name, keys }, users, onMade }: UserActions & { entry: UserEntry }) {
  const [removesKeys, setRemovesKeys] = useState(false)
  return (
    <ConfirmedAction
      name={name}
      action="New password"
      question={
        <>
          The old password stops working, and this user is signed out.
          {keys > 0 && (
            <Switch className="mt-1" isSelected={removesKeys} onChange={setRemovesKeys}>
              Also remove the {keys === 1 ? 'key' : `${keys} keys`}
            </Switch>
          )}
        </>
      }
      isBusy={users.isBusy}
      onAsk={() => setRemovesKeys(false)}
      onAction={() =>
        users.attempt(async () => onMade({ name, password: await resetPassword(id, removesKeys) }))
      }
    />
  )
}
