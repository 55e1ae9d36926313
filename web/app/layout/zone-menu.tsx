import { Check, Globe } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { CHOSEN_ZONES, chosenZone, type ChosenZone, storeZone, withZone } from '#web/zone/display-zone.ts'

const MARKET: ChosenZone = 'Europe/Brussels'

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
        [...new Set([null, ...CHOSEN_ZONES, chosenZone])].map((zone) => ({
          id: zone ?? 'browser',
          label: zone === null ? `Browser (${timeZone})` : zone === MARKET ? `Market (${zone})` : zone,
          icon: zone === chosenZone ? <Check /> : undefined,
          onAction: () => choose(zone),
        })),
      ]}
    />
  )
}

/** Loads the page again, because everything on it is in one zone. */
function choose(zone: string | null): void {
  if (zone === chosenZone) return
  storeZone(CHOSEN_ZONES.find((known) => known === zone) ?? null)
  location.replace(location.pathname + withZone(location.search, zone) + location.hash)
}
