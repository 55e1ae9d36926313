import { useQuery } from '@tanstack/react-query'
import { BookOpen, Braces, CalendarDays, CircleUser, KeyRound, LockKeyhole, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { settings } from '#web/api/settings.ts'
import { ownUser } from '#web/api/users.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

const API_PATH = withBasePath('/openapi.json')

/** What belongs to the user alone, and what explains the product. */
export function AccountMenu() {
  const navigate = useNavigate()
  const { data } = useQuery(settings)
  const { data: own } = useQuery(ownUser)
  // Only our own backend keeps keys, alerts and passwords.
  if (data?.isOwnBackend === false) return null
  const page = (path: string, label: string, icon: ReactNode) => ({
    id: path,
    label,
    icon,
    onAction: () => void navigate(path),
  })
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
          page('/account', 'Keys and alerts', <KeyRound />),
          own?.hasPassword !== false && page('/account/password', 'Change password', <LockKeyhole />),
        ],
        [
          page('/data', 'Data calendar', <CalendarDays />),
          page('/guide', 'Guide', <BookOpen />),
          { id: 'api', label: 'API', icon: <Braces />, onAction: () => location.assign(API_PATH) },
        ],
        [own?.role === 'admin' && page('/users', 'Users', <Users />)],
      ]}
    />
  )
}
