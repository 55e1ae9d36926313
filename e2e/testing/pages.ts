import type { Page, Route } from '@playwright/test'

import { COUNTRIES } from '#contract/countries.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { USERS_PATH } from '#contract/users.ts'
import { STARTERS } from '#web/dashboard/address/starters.ts'

import { expectWholeMap } from './model.ts'
import { expect, SOON } from './test.ts'

const SAVED_ID = '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11'
const MADE = { createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null }
const NAMES = ['Notebook', 'Night job', 'Spreadsheet']
const SAVED = { id: SAVED_ID, name: 'Germany', isStart: false, query: STARTERS.at(-1)?.query ?? '' }

/** Lists that are empty on the test server. */
const LISTS: Readonly<Record<string, object>> = {
  [KEYS_PATH]: { keys: NAMES.map((name) => ({ id: name, name, canUpload: false, ...MADE })) },
  [USERS_PATH]: {
    users: ['analyst', 'joe', 'ann'].map((name, id) => ({
      id,
      name,
      role: id === 0 ? 'admin' : 'analyst',
      isDisabled: false,
      hasPassword: true,
      keys: 0,
      createdAt: MADE.createdAt,
      lastSignInAt: null,
    })),
  },
  [DASHBOARDS_PATH]: { dashboards: [SAVED] },
  [`${DASHBOARDS_PATH}/${SAVED_ID}`]: { ...SAVED, owner: 'analyst', isOwn: true },
}

/** Every page with list entries, and the condition that it is complete. */
export const PAGES: readonly { path: string; ready: (page: Page) => Promise<void> }[] = [
  {
    path: '/home',
    ready: (page) => expect(page.getByText(/^Lowest /).first()).toBeVisible(SOON),
  },
  { path: '/dashboard', ready: (page) => expect(page.getByText('Nothing to show yet')).toBeVisible() },
  {
    path: `/dashboard?saved=${SAVED_ID}`,
    ready: (page) => expect(page.locator('[data-graph] figure.chart canvas')).toHaveCount(3),
  },
  { path: '/model', ready: expectWholeMap },
  {
    path: '/model?metric=against-previous&country=de',
    async ready(page) {
      await expect(page.getByText(/^Mean error of the last/)).toBeVisible()
      await expect(page.getByRole('application', { name: 'Forecast for Germany' })).toBeVisible()
    },
  },
  {
    path: '/model?glance=final&country=de',
    async ready(page) {
      await expect(page.getByRole('gridcell')).toHaveCount(COUNTRIES.length * 24)
    },
  },
  {
    path: '/model?glance=sheet',
    ready: (page) =>
      expect(
        page.getByRole('table', { name: 'Morning sheet, MW' }).getByRole('button', { name: 'Slovenia' }),
      ).toBeVisible(),
  },
  {
    path: '/model?accuracy=28&country=de',
    async ready(page) {
      await expect(page.getByRole('rowheader', { name: 'Germany' })).toBeVisible(SOON)
    },
  },
  { path: '/account', ready: (page) => expect(page.getByText(NAMES[2] ?? '')).toBeVisible() },
  { path: '/account/password', ready: (page) => expect(page.getByText('remove my 3 keys')).toBeVisible() },
  { path: '/users', ready: (page) => expect(page.getByText('analyst (you)')).toBeVisible() },
  { path: '/data', ready: (page) => expect(page.getByRole('rowheader', { name: 'Germany' })).toBeVisible() },
  { path: '/no/such/page', ready: (page) => expect(page.getByText('404')).toBeVisible() },
]

/** Answers like the server, with entries instead of an empty list. */
export async function answerWithEntries(route: Route): Promise<void> {
  const json = LISTS[new URL(route.request().url()).pathname]
  await (json === undefined ? route.continue() : route.fulfill({ json }))
}
