import type { Locator } from '@playwright/test'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where an element is. One that is being drawn again has no place for a moment. */
export async function boxOf(target: Locator): Promise<Box> {
  return (await target.boundingBox()) ?? boxOf(target)
}
