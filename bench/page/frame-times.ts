import { z } from 'zod'

import { FRAME_END, FRAME_START } from './frames.ts'

/** A mark of the page in Chromium's trace: `ts` on the clock, `tts` on the main thread's own, both in microseconds. */
const MarkSchema = z.object({ name: z.enum([FRAME_START, FRAME_END]), ts: z.number(), tts: z.number() })

/**
 * The time (ms) that the page's main thread worked in each marked frame, in order. It counts only while the thread
 * runs, so other load on the machine does not change it.
 */
export function frameTimes(events: readonly unknown[]): number[] {
  const marks = events
    .map((event) => MarkSchema.safeParse(event).data)
    .filter((mark) => mark !== undefined)
    .toSorted((a, b) => a.ts - b.ts)
  const ends = marks.filter(({ name }) => name === FRAME_END)
  return marks
    .filter(({ name }) => name === FRAME_START)
    .map((start, index) => ((ends[index]?.tts ?? Number.NaN) - start.tts) / 1000)
}
