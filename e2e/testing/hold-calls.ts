import type { Page, Route } from '@playwright/test'

const passOn = (route: Route) => route.continue()

/** Holds calls of a page until the returned function is called, which by default lets the server answer. */
export async function holdCalls(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void> = passOn,
  options: { times?: number } = {},
): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    url,
    async (route) => {
      await held
      await answer(route)
    },
    options,
  )
  return release
}
