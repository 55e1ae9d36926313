import { zoneOption } from '#web/zone/display-zone.ts'

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  ...zoneOption,
})

/** `Nov 20, 2026, 16:30`, in the zone of the page. */
export function formatMoment(instant: string): string {
  return moment.format(Date.parse(instant))
}
