import { useSession } from '#web/api/session.ts'

import { AccountMenu } from './account-menu.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { LogoutButton, ThemeToggle, ZoneMenu } from './page-controls.tsx'
import { SourceMark } from './source-mark.tsx'

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
        {isAuthenticated && <LogoutButton variant="quiet" />}
      </div>
      {isAuthenticated && <NavigationMenu />}
    </div>
  )
}
