import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { create } from 'zustand/react'

import { PRODUCT_ABBREVIATION, PRODUCT_NAME } from '#contract/product.ts'
import { useSession } from '#web/api/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ProductMark } from '#web/ui/product-mark.tsx'

/** `isInMenu`: also in the menu of narrow screens, as specified. */
export const DESTINATIONS = [
  { path: '/home', label: 'Home', isInMenu: true },
  { path: '/dashboard', label: 'Dashboard', isInMenu: true },
  { path: '/model', label: 'Model', isInMenu: false },
] as const

export const CURRENT_PAGE_STYLE =
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong forced-colors:aria-[current=page]:forced-color-adjust-none forced-colors:aria-[current=page]:bg-[Highlight] forced-colors:aria-[current=page]:text-[HighlightText]'

/** The menu of narrow screens, which opens once its script is loaded. */
export const useMenu = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

/** Focuses a button that was pressed before the layout was loaded, so that it has the focus when the menu closes. */
function focusIfPressed(button: HTMLElement | null): void {
  if (useMenu.getState().isOpen) button?.focus()
}

/** The header without its controls is in the first paint, while the layout's script loads. */
export function HeaderFrame({ children }: { children?: ReactNode }) {
  const { isAuthenticated } = useSession()
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex min-h-14 max-w-[110rem] flex-wrap items-center gap-x-3 px-4 sm:px-6 lg:px-8">
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
        {children}
        {isAuthenticated && (
          <button
            type="button"
            aria-label="Open menu"
            ref={focusIfPressed}
            className={`${buttonStyle('quiet', 'icon')} ml-auto md:hidden`}
            onClick={() => useMenu.setState({ isOpen: true })}
          >
            <Menu aria-hidden />
          </button>
        )}
      </div>
    </header>
  )
}
