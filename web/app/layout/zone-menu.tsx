import { Check, Globe } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { CHOSEN_ZONES, chosenZone, type ChosenZone, storeZone, withZone } from '#web/zone/display-zone.ts'

const NAMES: Readonly<Record<ChosenZone, string>> = {
  'Europe/Brussels': 'Market (Europe/Brussels)',
  UTC: 'UTC',
}

/** Chooses the time zone of every page. The button names it where it is not the browser's and there is room. */
export function ZoneMenu() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <Menu
      label="Time zone"
      trigger={
        <Button variant="quiet" className="max-xl:px-2!" aria-label={`Time zone: ${chosenZone ?? timeZone}`}>
          <Globe aria-hidden />
          {chosenZone !== null && <span className="hidden xl:inline">{chosenZone}</span>}
        </Button>
      }
      groups={[
        [null, ...CHOSEN_ZONES].map((zone) => ({
          id: zone ?? 'browser',
          label: zone === null ? `Browser (${timeZone})` : NAMES[zone],
          icon: zone === chosenZone ? <Check /> : undefined,
          onAction: () => choose(zone),
        })),
      ]}
    />
  )
}

/** Loads the page again, because everything on it is in one zone. */
function choose(zone: ChosenZone | null): void {
  if (zone === chosenZone) return
  storeZone(zone)
  location.replace(location.pathname + withZone(location.search, zone) + location.hash)
}
