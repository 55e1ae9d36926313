import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { z } from 'zod'

import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/system-packages.js'

import { afterwards, createFolder, signIn } from './programs.ts'

export const VIEWPORT = { width: 1200, height: 900 }

export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    // Only this machine is reachable. Playwright routes would slow every request down.
    args: [...CHROMIUM_ARGUMENTS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  afterwards(() => browser.close())
  return browser
}

export async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT, baseURL: url })
  const { token, lifetimeS } = await signIn(url)
  await page.addInitScript(
    ([authToken, authTokenExpiry]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('authTokenExpiry', authTokenExpiry)
    },
    [token, String(Date.now() + lifetimeS * 1000)] as const,
  )
  return page
}

/** Builds the page like the product. Its path below `outDir` is the path of its `index.html` here. */
export async function buildPage(page: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    // Other chart libraries bring their own React.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: { outDir, chunkSizeWarningLimit: Infinity, rolldownOptions: { input: `${page}/index.html` } },
  })
}

/** Opens a built page without a server. */
export async function openPage(browser: Browser, folder: string): Promise<Page> {
  const built = await createFolder()
  await buildPage(folder, built)
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.route('http://page.bench/**', (route) =>
    route.fulfill({ path: join(built, new URL(route.request().url()).pathname) }),
  )
  await page.goto(`http://page.bench/${folder}/index.html`, { waitUntil: 'networkidle' })
  return page
}

/** Trace event of a thread, task or mark. Microseconds; `tdur` counts only while the thread runs. */
const EventSchema = z.object({
  name: z.string(),
  cat: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.number().optional(),
  args: z.object({ name: z.unknown().optional() }).optional(),
})
const TraceSchema = z.object({ traceEvents: z.array(EventSchema) })

/** Main-thread work of a page, counted only while the thread runs, so that other load on the machine changes it little. */
interface Tasks {
  longestMs: number
  /** Tasks between two `performance.mark`s of the page. */
  msBetween(start: string, end: string): number
}

export async function traceTasks(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']
  await browser.startTracing(page, { categories })
  await work()
  const { traceEvents } = TraceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  const threadOf = ({ pid, tid }: z.infer<typeof EventSchema>) => `${pid} ${tid}`
  const isMain = ({ name, args }: z.infer<typeof EventSchema>) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mainThreads = new Set(traceEvents.filter(isMain).map(threadOf))
  const tasks = traceEvents
    .filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
    .map(({ ts, tdur = 0 }) => ({ startUs: ts, ms: tdur / 1000 }))
  const marks = traceEvents.filter(({ cat }) => cat === 'blink.user_timing')
  return {
    longestMs: Math.max(...tasks.map(({ ms }) => ms)),
    msBetween(start, end) {
      const [fromUs, toUs] = [start, end].map((name) => marks.find((mark) => mark.name === name)?.ts)
      if (fromUs === undefined || toUs === undefined)
        throw new Error(`the trace lacks the marks ${start} and ${end}`)
      const between = tasks.filter(({ startUs }) => startUs >= fromUs && startUs < toUs)
      return between.reduce((sum, { ms }) => sum + ms, 0)
    },
  }
}

declare global {
  interface Window {
    /** Milliseconds since the navigation: the last release of the pointer, and the first paint of each awaited element. */
    releasedAtMs: number
    paintedAtMs: number[]
  }
}

/** A value on the map. */
export const MAP_LABEL = '.map-label'
/** A chart in the product and on the page of bare uPlot. */
export const CHART = '.u-over'

/** For `page.addInitScript`, so without outer variables: records when matching elements are painted, including earlier hidden ones. */
export function notePainted(selector: string): void {
  window.releasedAtMs = Number.NaN
  window.paintedAtMs = []
  let shown = new Set<Element>()
  addEventListener('pointerup', ({ timeStamp }) => (window.releasedAtMs = timeStamp), { capture: true })
  const afterPaint = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      // Reading a pixel forces every canvas to be drawn.
      for (const canvas of document.querySelectorAll('canvas'))
        canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
      window.paintedAtMs.push(performance.now())
      port1.close()
    })
    port1.start()
    requestAnimationFrame(() => port2.postMessage(null))
  }
  new MutationObserver(() => {
    const before = shown
    shown = new Set(
      [...document.querySelectorAll(selector)].filter((element) => element.closest('[hidden]') === null),
    )
    for (const element of shown) if (!before.has(element)) afterPaint()
  }).observe(document, { childList: true, attributeFilter: ['hidden'], subtree: true })
}

/** Returns the times of `count` painted elements. `waitForFunction` would add a large script to the loading page. */
export function untilPainted(page: Page, count = 1): Promise<number[]> {
  return page.evaluate(
    (least) =>
      new Promise<number[]>((resolve) => {
        const check = () => {
          if (window.paintedAtMs.length >= least) resolve(window.paintedAtMs)
          else setTimeout(check, 10)
        }
        check()
      }),
    count,
  )
}
