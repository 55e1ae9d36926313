const shortFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** `Wed, Nov 25`, from `2026-11-25`. */
export const shortDay = (day: string): string => shortFormat.format(new Date(day))

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `Nov 25`, from `2026-11-25` or its midnight in UTC. */
export const monthDay = (day: string | number): string => monthFormat.format(new Date(day))
