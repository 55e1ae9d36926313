import { Check, Globe, LogOut, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { NavLink } from 'react-router'

import { session, useSession } from '#web/api/session.ts'
import { Button, type ButtonProps, buttonStyle, IconButton } from '#web/ui/button.tsx'
import { forgetChoices } from '#web/ui/kept-choices.ts'
import { Menu } from '#web/ui/menu.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { setTheme, useResolvedTheme } from '#web/ui/theme.ts'
import { chooseZone, chosenZone, zoneChoices, zoneName } from '#web/zone/display-zone.ts'

import { AccountMenu } from './account-menu.tsx'
import { CURRENT_PAGE_STYLE, DESTINATIONS, useMenu } from './header-frame.tsx'
import { SourceMark } from './source-mark.tsx'

export function HeaderControls() {
  const { isAuthenticated } = useSession()
  return (
    <div className="flex min-h-14 min-w-0 grow items-center justify-end gap-1.5 max-md:-mr-1.5 md:max-lg:gap-0.5 md:basis-64">
      {isAuthenticated && <SourceMark />}
      {isAuthenticated && <AccountMenu />}
      <div className="hidden gap-0.5 md:flex lg:gap-1.5">
        {isAuthenticated && <ZoneMenu />}
        <ThemeToggle />
        {isAuthenticated && <LogoutButton variant="quiet" />}
      </div>
      {isAuthenticated && <NavigationMenu />}
    </div>
  )
}

const SECTION_STYLE = 'px-3 pb-2 text-xs font-medium text-ink-muted'

const setOpen = (isOpen: boolean) => useMenu.setState({ isOpen })

function NavigationMenu() {
  const { isOpen } = useMenu()
  // The next session starts with a closed menu.
  useEffect(() => () => setOpen(false), [])
  return (
    <ModalDialog title="Menu" place="side" closeLabel="Close menu" isOpen={isOpen} onOpenChange={setOpen}>
      <div className="flex flex-col gap-6">
        <nav aria-labelledby="menu-navigation">
          <h3 id="menu-navigation" className={SECTION_STYLE}>
            Navigation
          </h3>
          <div className="flex flex-col gap-1">
            {DESTINATIONS.filter(({ isInMenu }) => isInMenu).map(({ path, label }) => (
              <NavLink
                key={path}
                to={path}
                onClick={() => setOpen(false)}
                className={`${buttonStyle('quiet', 'large')} justify-start px-3 text-ink ${CURRENT_PAGE_STYLE}`}
              >
                {label}
              </NavLink>
            ))}
          </div>
        </nav>
        <section aria-labelledby="menu-settings">
          <h3 id="menu-settings" className={SECTION_STYLE}>
            Settings
          </h3>
          <div className="flex items-center justify-between pl-3">
            <span>Theme</span>
            <ThemeToggle />
          </div>
          <div className="flex items-center justify-between pl-3">
            <span>Time zone</span>
            <ZoneMenu />
          </div>
        </section>
        <LogoutButton size="large" />
      </div>
    </ModalDialog>
  )
}

function ThemeToggle() {
  const theme = useResolvedTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      icon={theme === 'dark' ? Sun : Moon}
      aria-label={`Switch to ${next} theme`}
      onPress={() => setTheme(next)}
    />
  )
}

function ZoneMenu() {
  return (
    <Menu
      label="Time zone"
      trigger={
        <Button variant="quiet" className="max-xl:w-8 max-xl:px-0!" aria-label={`Time zone: ${zoneName()}`}>
          <Globe aria-hidden />
          {chosenZone !== null && <span className="hidden xl:inline">{chosenZone}</span>}
        </Button>
      }
      groups={[
        zoneChoices().map(({ zone, name, place }) => ({
          label: name === place ? name : `${name} (${place})`,
          icon: zone === chosenZone ? <Check /> : undefined,
          onAction: () => chooseZone(zone),
        })),
      ]}
    />
  )
}

/** The protected routes then redirect to the sign-in page. */
function LogoutButton(props: Pick<ButtonProps, 'variant' | 'size'>) {
  function signOut(): void {
    forgetChoices()
    session.end(null)
  }
  return (
    <Button {...props} onPress={signOut}>
      <LogOut aria-hidden />
      Logout
    </Button>
  )
}
