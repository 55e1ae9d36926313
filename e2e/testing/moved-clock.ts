/*
 * Browser tests run at one date, so that they walk the same way at any hour of any day: server, tests and pages have the same clock, which
 * goes on from there. `E2E_DATE=2027-07-14T07:10Z npx playwright test` runs them at another date. Before 8:50 in the market's zone tomorrow
 * has no forecast before the auction, and tests fail.
 */

/** A Wednesday evening in winter, 20:00 in the market's zone: tomorrow has its forecast before the auction and the complete one. */
const DEFAULT_DATE = '2027-02-17T19:00Z'
// Once for the whole run: the workers have the environment of the process that starts them.
process.env['E2E_CLOCK_OFFSET_MS'] ??= String(
  Date.parse(process.env['E2E_DATE'] ?? DEFAULT_DATE) - Date.now(),
)
export const CLOCK_OFFSET_MS = Number(process.env['E2E_CLOCK_OFFSET_MS'])

/** Moves `Date` of the realm that it runs in. Pages and servers run its text, so it uses nothing from outside. */
export function moveDate(offsetMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, words: [], target) =>
      Reflect.construct(real, words.length === 0 ? [real.now() + offsetMs] : words, target),
    apply: (real) => new real(real.now() + offsetMs).toString(),
    get: (real, name, receiver) =>
      name === 'now' ? () => real.now() + offsetMs : Reflect.get(real, name, receiver),
  })
}

/** The text of a script that moves the clock of its realm. */
export const CLOCK_SCRIPT = `(${moveDate.toString()})(${CLOCK_OFFSET_MS})`

/** Moves the clock of a server and of all its threads. */
export const CLOCK_SETTINGS = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK_SCRIPT)}`,
}
