/*
 * `E2E_DATE=2027-07-14T07:10Z npx playwright test` runs the browser tests at another date: server, tests and page have the same clock,
 * which goes on from there. The server's is moved by Debian's libfaketime.
 */
const date = process.env['E2E_DATE']
// Once for the whole run: the workers have the environment of the process that starts them.
process.env['E2E_CLOCK_OFFSET_MS'] ??= date === undefined ? '0' : String(Date.parse(date) - Date.now())
export const CLOCK_OFFSET_MS = Number(process.env['E2E_CLOCK_OFFSET_MS'])

/** What moves the clock of a server. */
export const CLOCK_SETTINGS: Readonly<Record<string, string>> =
  CLOCK_OFFSET_MS === 0
    ? {}
    : {
        LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
        FAKETIME: `${CLOCK_OFFSET_MS < 0 ? '-' : '+'}${Math.abs(CLOCK_OFFSET_MS) / 1000}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }

/** Moves `Date` of where it runs. Also a script of pages, so it uses nothing from outside. */
export function moveDate(offsetMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, words: [], target) =>
      Reflect.construct(real, words.length === 0 ? [real.now() + offsetMs] : words, target),
    apply: (real) => new real(real.now() + offsetMs).toString(),
    get: (real, name, receiver) =>
      name === 'now' ? () => real.now() + offsetMs : Reflect.get(real, name, receiver),
  })
}
