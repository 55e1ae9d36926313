import { useQuery } from '@tanstack/react-query'
import { CircleUser, KeyRound, LockKeyhole, Users } from 'lucide-react'
import { useNavigate } from 'react-router'

import { settings } from '#web/api/settings.ts'
import { ownUser } from '#web/api/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

/** What belongs to the user alone. */
export function AccountMenu() {
  const navigate = useNavigate()
  const { data } = useQuery(settings)
  const { data: own } = useQuery(ownUser)
  // Only our own backend keeps keys, alerts and passwords.
  if (data?.isOwnBackend === false) return null
  return (
    <Menu
      label="Your account"
      trigger={
        <Button variant="quiet" size="icon" aria-label="Your account">
          <CircleUser aria-hidden />
        </Button>
      }
      groups={[
        [
          {
            id: 'keys',
            label: 'Keys and alerts',
            icon: <KeyRound />,
            onAction: () => void navigate('/account'),
          },
          own?.hasPassword !== false && {
            id: 'password',
            label: 'Change password',
            icon: <LockKeyhole />,
            onAction: () => void navigate('/account/password'),
          },
        ],
        [
          own?.role === 'admin' && {
            id: 'users',
            label: 'Users',
            icon: <Users />,
            onAction: () => void navigate('/users'),
          },
        ],
      ]}
    />
  )
}
