import { Check, Globe } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { chooseZone, chosenZone, zoneChoices, zoneName } from '#web/zone/display-zone.ts'

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
          id: name,
          label: name === place ? name : `${name} (${place})`,
          icon: zone === chosenZone ? <Check /> : undefined,
          onAction: () => chooseZone(zone),
        })),
      ]}
    />
  )
}
