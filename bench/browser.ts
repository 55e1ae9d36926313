import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { z } from 'zod'

import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/system-packages.js'

import { signIn } from './programs.ts'

export const VIEWPORT = { width: 1200, height: 900 }

/** Calls `measure` with a Chromium and closes it afterwards. */
export async function withBrowser<Result>(measure: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    // It can reach only this machine. Routes would do the same, but slow every request down.
    args: [...CHROMIUM_ARGUMENTS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  return measure(browser).finally(() => browser.close())
}

/** A page of the product at `url` whose browser holds a valid session. */
export async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT, baseURL: url })
  await keepSession(page, url)
  return page
}

/** Gives a page a valid session of the product at `url`. */
export async function keepSession(page: Page, url: string): Promise<void> {
  const { token, lifetimeS } = await signIn(url)
  await page.addInitScript(
    ([authToken, authTokenExpiry]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('authTokenExpiry', authTokenExpiry)
    },
    [token, String(Date.now() + lifetimeS * 1000)] as const,
  )
}

/** The files of the page in a folder of the benchmarks, built like the product. */
async function buildPage(page: string): Promise<Map<string, string | Buffer>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    // The chart libraries of others have their own React beside them.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      chunkSizeWarningLimit: Infinity,
      rolldownOptions: { input: `${page}/index.html` },
    },
  })
  const files = 'output' in built ? built.output : []
  return new Map(
    files.map((file) => {
      if (file.type === 'chunk') return [file.fileName, file.code]
      return [file.fileName, typeof file.source === 'string' ? file.source : Buffer.from(file.source)]
    }),
  )
}

/** Builds a page into a folder that a server serves. */
export async function writePage(page: string, folder: string): Promise<void> {
  for (const [name, content] of await buildPage(page)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

/** Builds a page and opens it without a server. */
export async function openPage(browser: Browser, folder: string): Promise<Page> {
  const files = await buildPage(folder)
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.route('http://page.bench/**', (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const body = files.get(path)
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body, contentType: contentType(path) })
  })
  await page.goto(`http://page.bench/${folder}/index.html`, { waitUntil: 'networkidle' })
  return page
}

function contentType(path: string): string {
  if (path.endsWith('.html')) return 'text/html'
  if (path.endsWith('.css')) return 'text/css'
  return path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
}

const TraceSchema = z.object({ traceEvents: z.array(z.unknown()) })
const ThreadSchema = z.object({
  name: z.literal('thread_name'),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.literal('CrRendererMain') }),
})
/** A task of a thread, in microseconds; `tdur` counts only while the thread runs. */
const TaskSchema = z.object({
  name: z.literal('RunTask'),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.number(),
})
const MarkSchema = z.object({ name: z.string(), cat: z.string(), ts: z.number() })

/** What the main thread of a page did during some work. */
export interface Tasks {
  /** Milliseconds of each task, in order. Other load on the machine changes them little, because they count while the thread runs. */
  all: number[]
  /** The sum of the tasks between two marks that the page made with `performance.mark`. */
  sumBetween(start: string, end: string): number
}

/** Chromium's trace of a page during `work`. */
export async function traceTasks(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']
  await browser.startTracing(page, { categories })
  await work()
  const { traceEvents } = TraceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  const threads = traceEvents.map((event) => ThreadSchema.safeParse(event).data)
  const mainThreads = new Set(threads.flatMap((thread) => (thread ? [`${thread.pid} ${thread.tid}`] : [])))
  const tasks = traceEvents
    .flatMap((event) => TaskSchema.safeParse(event).data ?? [])
    .filter(({ pid, tid }) => mainThreads.has(`${pid} ${tid}`))
  const marks = traceEvents
    .flatMap((event) => MarkSchema.safeParse(event).data ?? [])
    .filter(({ cat }) => cat === 'blink.user_timing')
  const timeOfMark = (name: string) => marks.find((mark) => mark.name === name)?.ts ?? Number.NaN
  return {
    all: tasks.map(({ tdur }) => tdur / 1000),
    sumBetween(start, end) {
      const [from, to] = [timeOfMark(start), timeOfMark(end)]
      if (Number.isNaN(from + to)) throw new Error(`the trace lacks the marks ${start} and ${end}`)
      const between = tasks.filter(({ ts }) => ts >= from && ts < to)
      return between.reduce((sum, { tdur }) => sum + tdur, 0) / 1000
    },
  }
}

declare global {
  interface Window {
    /** When the last pointer was released, and when each awaited element was on the screen; milliseconds since the navigation. */
    releasedAtMs: number
    paintedAtMs: number[]
  }
}

/** What stands for a chart on the screen, in the product and on the page of the bare engine alike. */
export const CHART = '.u-over'
/** A value on the map. */
export const MAP_LABEL = '.map-label'

/**
 * For `page.addInitScript`: notes when elements that match a selector are on the screen, also those that were in the page before, but
 * hidden. It must not use anything from outside.
 */
export function notePainted(selector: string): void {
  window.releasedAtMs = Number.NaN
  window.paintedAtMs = []
  let shown = new Set<Element>()
  addEventListener('pointerup', ({ timeStamp }) => (window.releasedAtMs = timeStamp), { capture: true })
  const afterPaint = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      // Reading a pixel makes sure that every canvas has been drawn.
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

/**
 * Waits until so many elements are on the screen, and returns their times. `waitForFunction` would put a large script into the page
 * while it still loads.
 */
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
