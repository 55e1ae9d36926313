import { Check, Globe, LogOut, Moon, Sun } from 'lucide-react'

import { session } from '#web/api/session.ts'
import { forgetVisits } from '#web/home/last-visit.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { forgetChoices } from '#web/ui/kept-choices.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { setTheme, useResolvedTheme } from '#web/ui/theme/theme.ts'
import { chooseZone, chosenZone, zoneChoices, zoneName } from '#web/zone/display-zone.ts'

/** Switches between light and dark. */
export function ThemeToggle() {
  const theme = useResolvedTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <Button variant="quiet" size="icon" aria-label={`Switch to ${next} theme`} onPress={() => setTheme(next)}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  )
}

/** Chooses the time zone of every page. The button names it where it is not the browser's and there is room. */
export function ZoneMenu() {
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

/** Clears the stored session and choices; the protected routes then redirect to the sign-in page. */
export function LogoutButton(props: Pick<ButtonProps, 'variant' | 'size'>) {
  function signOut(): void {
    forgetChoices()
    forgetVisits()
    session.end(null)
  }
  return (
    <Button {...props} onPress={signOut}>
      <LogOut aria-hidden />
      Logout
    </Button>
  )
}
