const MINUTE_MS = 60_000
const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: MINUTE_MS },
] as const

const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** How long ago an instant was, in the largest whole unit: "3 hours ago". */
export function describeAge(instantMs: number, nowMs: number): string {
  const ageMs = nowMs - instantMs
  const step = STEPS.find(({ ms }) => ageMs >= ms)
  return step === undefined ? 'just now' : format.format(-Math.floor(ageMs / step.ms), step.unit)
}
