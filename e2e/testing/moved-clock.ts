/* Browser tests run at one date, so that they behave the same at any time: server, tests and pages share a clock that starts there.
   `E2E_DATE=2027-07-14T07:10Z npx playwright test` uses another date. Before 8:50 in the market's zone tomorrow has no forecast before the
   auction, and tests fail. */

/** A Wednesday evening in winter, 20:00 in the market's zone: tomorrow has its auction run and its complete run. */
const DEFAULT_DATE = '2027-02-17T19:00Z'
// Set once per run: workers inherit the environment of this process.
process.env['E2E_CLOCK_OFFSET_MS'] ??= String(
  Date.parse(process.env['E2E_DATE'] ?? DEFAULT_DATE) - Date.now(),
)
export const CLOCK_OFFSET_MS = Number(process.env['E2E_CLOCK_OFFSET_MS'])

/** Moves `Date` of its realm. Pages and servers run the function's text, so it uses no outer variables. */
export function moveDate(offsetMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, words: [], target) =>
      Reflect.construct(real, words.length === 0 ? [real.now() + offsetMs] : words, target),
    apply: (real) => new real(real.now() + offsetMs).toString(),
    get: (real, name, receiver) =>
      name === 'now' ? () => real.now() + offsetMs : Reflect.get(real, name, receiver),
  })
}

export const CLOCK_SCRIPT = `(${moveDate.toString()})(${CLOCK_OFFSET_MS})`

/** Moves the clock of a server and all its threads. */
export const CLOCK_SETTINGS = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK_SCRIPT)}`,
}
