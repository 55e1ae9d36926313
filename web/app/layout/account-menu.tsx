import { useQuery } from '@tanstack/react-query'
import {
  BookOpen,
  Braces,
  CalendarDays,
  ChevronUp,
  CircleUser,
  KeyRound,
  LockKeyhole,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { isOwnBackend } from '#web/api/request.ts'
import { ownUser } from '#web/api/users.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'

const API_PATH = withBasePath('/openapi.json')

function usePages() {
  const navigate = useNavigate()
  const isOwn = isOwnBackend()
  const page = (path: string, label: string, icon: ReactNode) => ({
    label,
    icon,
    onAction: () => void navigate(path),
  })
  const help = [
    isOwn && page('/data', 'Data calendar', <CalendarDays />),
    page('/guide', 'Guide', <BookOpen />),
    isOwn && { label: 'API', icon: <Braces />, onAction: () => location.assign(API_PATH) },
  ]
  return { page, help, isOwn }
}

/** Only our own backend has keys, alerts and passwords. */
export function AccountMenu() {
  const { page, help, isOwn } = usePages()
  const { data: own } = useQuery(ownUser)
  if (!isOwn) return null
  return (
    <Menu
      label="Your account"
      trigger={<IconButton icon={CircleUser} aria-label="Your account" />}
      groups={[
        [
          page('/account', 'Keys and alerts', <KeyRound />),
          own?.hasPassword !== false && page('/account/password', 'Change password', <LockKeyhole />),
        ],
        help,
        [own?.role === 'admin' && page('/users', 'Users', <Users />)],
      ]}
    />
  )
}

export function HelpMenu() {
  const { help, isOwn } = usePages()
  return (
    <Menu
      label="Help"
      trigger={
        <Button variant="quiet" size="small" className="-my-1 -mr-2 font-normal max-[24rem]:-ml-2">
          {isOwn ? 'Data, guide and API' : 'Guide'}
          <ChevronUp aria-hidden />
        </Button>
      }
      groups={[help]}
    />
  )
}
