/** The pages in the header. The menu of narrow screens has only those with `isInMenu`, as specified. */
export const DESTINATIONS = [
  { path: '/home', label: 'Home', isInMenu: true },
  { path: '/dashboard', label: 'Dashboard', isInMenu: true },
  { path: '/model', label: 'Model', isInMenu: false },
] as const
