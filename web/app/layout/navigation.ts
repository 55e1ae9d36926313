/** The pages in the header. The menu of narrow screens has only those with `isInMenu`, as specified. */
export const DESTINATIONS = [
  { path: '/home', label: 'Home', isInMenu: true },
  { path: '/dashboard', label: 'Dashboard', isInMenu: true },
  { path: '/model', label: 'Model', isInMenu: false },
] as const

/** Marks the link of the current page, with system colours where the theme's are switched off. */
export const CURRENT_PAGE_STYLE =
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong forced-colors:aria-[current=page]:forced-color-adjust-none forced-colors:aria-[current=page]:bg-[Highlight] forced-colors:aria-[current=page]:text-[HighlightText]'
