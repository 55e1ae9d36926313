/** The pages that the header names; the menu of narrow screens leaves out those that need a wide one. */
export const DESTINATIONS = [
  { path: '/home', label: 'Home', isInMenu: true },
  { path: '/dashboard', label: 'Dashboard', isInMenu: true },
  { path: '/model', label: 'Model', isInMenu: false },
] as const
