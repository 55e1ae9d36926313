import { LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'

import { PRODUCT_ABBREVIATION, PRODUCT_NAME } from '#contract/product.ts'
import { useSession } from '#web/api/browser-session.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { ProductMark } from '#web/ui/product-mark.tsx'

import { AccountMenu } from './account-menu.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { CURRENT_PAGE_STYLE, DESTINATIONS } from './navigation.ts'
import { signOut } from './sign-out.ts'
import { SourceMark } from './source-mark.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { ZoneMenu } from './zone-menu.tsx'

/** `hasControls`: whether more than name and pages is rendered already. Its height does not depend on that. */
export function Header({ hasControls }: { hasControls: boolean }) {
  const { isAuthenticated } = useSession()
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-[110rem] items-center gap-3 px-4 sm:px-6 lg:px-8">
        <div className="flex items-center gap-2.5">
          <ProductMark className="size-7" />
          <span className="hidden text-lg font-semibold tracking-tight whitespace-nowrap sm:inline">
            {PRODUCT_NAME}
          </span>
          <span className="text-lg font-semibold tracking-tight sm:hidden">{PRODUCT_ABBREVIATION}</span>
        </div>
        {isAuthenticated && (
          <nav aria-label="Main" className="hidden items-center gap-1 md:flex lg:ml-4">
            {DESTINATIONS.map(({ path, label }) => (
              <NavLink key={path} to={path} className={`${buttonStyle('quiet')} ${CURRENT_PAGE_STYLE}`}>
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        {hasControls && <Controls />}
      </div>
    </header>
  )
}

function Controls() {
  const { isAuthenticated } = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <div className="flex min-w-0 grow items-center justify-end gap-1.5">
        {isAuthenticated && <SourceMark />}
        {isAuthenticated && <AccountMenu />}
        <div className="hidden gap-1.5 md:flex">
          {isAuthenticated && <ZoneMenu />}
          <ThemeToggle />
        </div>
        {isAuthenticated && (
          <>
            <div className="hidden md:block">
              <Button variant="quiet" onPress={signOut}>
                <LogOut aria-hidden />
                Logout
              </Button>
            </div>
            <div className="md:hidden">
              <Button variant="quiet" size="icon" aria-label="Open menu" onPress={() => setMenuOpen(true)}>
                <Menu aria-hidden />
              </Button>
            </div>
            <NavigationMenu isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
          </>
        )}
      </div>
    </>
  )
}
