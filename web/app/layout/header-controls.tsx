import { LogOut } from 'lucide-react'

import { useSession } from '#web/api/browser-session.ts'
import { Button } from '#web/ui/button.tsx'

import { AccountMenu } from './account-menu.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { signOut } from './sign-out.ts'
import { SourceMark } from './source-mark.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { ZoneMenu } from './zone-menu.tsx'

/** What a header has beside name and pages. */
export function HeaderControls() {
  const { isAuthenticated } = useSession()
  return (
    <div className="flex min-w-0 grow items-center justify-end gap-1.5 max-md:-mr-1.5">
      {isAuthenticated && <SourceMark />}
      {isAuthenticated && <AccountMenu />}
      <div className="hidden gap-1.5 md:flex">
        {isAuthenticated && <ZoneMenu />}
        <ThemeToggle />
        {isAuthenticated && (
          <Button variant="quiet" onPress={signOut}>
            <LogOut aria-hidden />
            Logout
          </Button>
        )}
      </div>
      {isAuthenticated && <NavigationMenu />}
    </div>
  )
}
