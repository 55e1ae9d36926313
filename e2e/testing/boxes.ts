import type { Locator } from '@playwright/test'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** An element being redrawn has no box for a moment. */
export async function boxOf(target: Locator): Promise<Box> {
  return (await target.boundingBox()) ?? boxOf(target)
}
