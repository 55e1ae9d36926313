import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { COUNTRIES } from '#contract/countries.ts'
import { expect, PASSWORD, SOON, USERNAME } from '#e2e/testing/test.ts'

import type { Browser } from './browser.ts'

const PlaceSchema = z.object({ x: z.number(), y: z.number() })
type Place = z.infer<typeof PlaceSchema>

/** Position of a named element that is present and uncovered. Runs in the page. */
function placeOf(selector: string, name: string | null): Place | null {
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
    return element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent
  }
  const element = [...document.querySelectorAll(selector)].find(
    (each) => each.getClientRects().length > 0 && (name === null || nameOf(each)?.trim() === name),
  )
  if (!element || element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const top = document.elementFromPoint(x, y)
  if (!element.contains(top) && !top?.contains(element)) return null
  return { x, y }
}

/**
 * A morning in every engine: sign in, run a query, read by mouse and touch, download, save, choose on the map, play, print, sign out. Types
 * key by key, because filling a field at once may not send the events of React. Opens one page and then only follows links: Firefox aborts
 * a load when the next begins, and its drivers' `goBack` may never return. Headless Firefox never has the focus (`document.hasFocus()` is
 * false), so that `:focus-visible` matches no element.
 */
export async function walk(browser: Browser, address: string): Promise<void> {
  const evaluate = (expression: string) => browser.evaluate(expression)
  async function place(selector: string, name: string | null = null): Promise<Place> {
    const words = [selector, name].map((word) => JSON.stringify(word)).join()
    const look = async () => PlaceSchema.nullable().parse(await evaluate(`(${placeOf.toString()})(${words})`))
    let before = await look()
    let isAtRest = false
    await expect
      .poll(
        async () => {
          await sleep(50)
          const now = await look()
          isAtRest = now !== null && now.x === before?.x && now.y === before.y
          before = now
          return isAtRest
        },
        `${selector} ${name ?? ''} is in sight`,
      )
      .toBe(true)
    return PlaceSchema.parse(before)
  }
  async function press(selector: string, name: string | null = null): Promise<void> {
    const { x, y } = await place(selector, name)
    await browser.click(x, y)
  }
  async function write(name: string, text: string): Promise<void> {
    await press('input', name)
    await browser.type(text)
  }
  const expectPath = (path: RegExp) =>
    expect.poll(() => evaluate('location.pathname + location.search')).toMatch(path)
  const expectText = (text: RegExp) =>
    expect.poll(() => evaluate('document.body.innerText'), `the page says ${text.source}`).toMatch(text)
  const reading = () => evaluate("document.querySelector('.chart-tooltip-shown')?.textContent ?? ''")

  await browser.open(address)
  await write('Username', USERNAME)
  await write('Password', PASSWORD)
  await press('button', 'Sign In')
  await expectPath(/^\/home$/)

  await press('header a', 'Dashboard')
  await expectPath(/^\/dashboard$/)
  await press('button', 'Run Query')
  const chart = await place('[role="application"]')
  await browser.moveMouse(chart.x - 100, chart.y)
  await expect.poll(reading).toContain('MW')
  const byMouse = await reading()
  await browser.tap(chart.x + 100, chart.y)
  await expect.poll(reading).not.toBe(byMouse)
  expect(await reading()).toContain('MW')

  await evaluate(`(() => {
    window.savedText = ''
    const create = URL.createObjectURL
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => { window.savedText = text })
      return create(blob)
    }
  })()`)
  await press('button', 'Files and link of graph 1')
  await press('[role="menuitem"]', 'Download CSV')
  await expect.poll(() => evaluate('window.savedText')).toMatch(/^.*Actual.*\r\n\d{4}-\d{2}-\d{2}T/)

  const name = `Morning ${Date.now()}`
  await press('button', 'Dashboards')
  await write('Save these graphs as', `${name}\n`)
  await expectPath(/^\/dashboard\?saved=/)
  await press('button', 'Dashboards')
  await press('button', `Options of ${name}`)
  await press('[role="menuitem"]', 'Delete')
  await press('[role="alert"] button', 'Delete')
  // Its row and the question go, and the dialog moves.
  await expect
    .poll(() => evaluate(`document.querySelector('[aria-label="Options of ${name}"]') === null`))
    .toBe(true)
  await press('[role="dialog"] button', 'Close')

  await press('header a', 'Model')
  await expect
    .poll(() => evaluate("document.querySelectorAll('.leaflet-tooltip').length"), SOON)
    .toBe(COUNTRIES.length)
  await press('path[data-code="DEU"]')
  await expectText(/Data for: Germany/)
  await press('button', 'Play')
  await expectText(/Selected: (?!00)\d\d:00/)
  if (browser.print !== null) expect(await browser.print()).toBeGreaterThan(10_000)

  await press('header button', 'Logout')
  await expectPath(/^\/$/)
  expect(await evaluate("localStorage.getItem('authToken')")).toBeNull()
}
