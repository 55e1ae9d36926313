import { CircleUser, KeyRound, LockKeyhole } from 'lucide-react'
import { useNavigate } from 'react-router'

import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

/** What belongs to the user alone. */
export function AccountMenu() {
  const navigate = useNavigate()
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
          {
            id: 'password',
            label: 'Change password',
            icon: <LockKeyhole />,
            onAction: () => void navigate('/account/password'),
          },
        ],
      ]}
    />
  )
}
