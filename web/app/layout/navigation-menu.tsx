import { useEffect } from 'react'
import { NavLink } from 'react-router'

import { buttonStyle } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/overlays/modal-dialog.tsx'

import { CURRENT_PAGE_STYLE, DESTINATIONS, useMenu } from './header-frame.tsx'
import { LogoutButton, ThemeToggle, ZoneMenu } from './page-controls.tsx'

const SECTION_STYLE = 'px-3 pb-2 text-xs font-medium text-ink-muted'

const setOpen = (isOpen: boolean) => useMenu.setState({ isOpen })

/** The slide-out menu of narrow screens. */
export function NavigationMenu() {
  const { isOpen } = useMenu()
  // The next session begins with a closed menu.
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
