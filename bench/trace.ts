import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const TraceSchema = z.object({ traceEvents: z.array(z.unknown()) })
/** Names the threads of a trace. */
const ThreadSchema = z.object({
  name: z.literal('thread_name'),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.string() }),
})
/** A task of a thread; `tdur` counts, in microseconds, while the thread runs. */
const TaskSchema = z.object({
  name: z.literal('RunTask'),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number(),
})
/** The trace category in which Chromium records tasks. */
export const TASKS = 'disabled-by-default-devtools.timeline'

/** Chromium's trace of a page during `work`. */
export async function trace(
  browser: Browser,
  page: Page,
  categories: string[],
  work: () => Promise<unknown>,
): Promise<unknown[]> {
  await browser.startTracing(page, { categories })
  await work()
  return TraceSchema.parse(JSON.parse((await browser.stopTracing()).toString())).traceEvents
}

/**
 * The time (ms) that each task took on the main threads of pages. It counts only while the thread runs, so other load on
 * the machine does not change it.
 */
export function mainThreadTasks(events: readonly unknown[]): number[] {
  const mainThreads = new Set(
    events
      .map((event) => ThreadSchema.safeParse(event).data)
      .filter((thread) => thread?.args.name === 'CrRendererMain')
      .map((thread) => `${thread?.pid} ${thread?.tid}`),
  )
  return events
    .map((event) => TaskSchema.safeParse(event).data)
    .filter((task) => task !== undefined && mainThreads.has(`${task.pid} ${task.tid}`))
    .map((task) => (task?.tdur ?? Number.NaN) / 1000)
}
