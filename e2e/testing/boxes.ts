import type { Locator } from '@playwright/test'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** An element being redrawn has no box for a moment. */
export async function boxOf(target: Locator): Promise<Box> {
  return (await target.boundingBox()) ?? boxOf(target)
}

/** How many controls are seen. Those that appear on hover and focus are not. */
export const shownControls = (target: Locator): Promise<number> =>
  target
    .locator('button, input, select, summary, a[href], [role=application], [role=grid]')
    .evaluateAll(
      (controls) =>
        controls.filter(
          (control) =>
            control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            control.getBoundingClientRect().width > 1,
        ).length,
    )
