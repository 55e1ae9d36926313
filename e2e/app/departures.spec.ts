import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { COUNTRIES } from '#contract/countries.ts'
import { ORGANISATION_META } from '#contract/http-names.ts'
import { card, chooseForm, runQuery } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { test } from '#e2e/testing/hand.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect } from '#e2e/testing/test.ts'

const COUNTRY = `(${COUNTRIES.map(({ name }) => name).join('|')}|France|Switzerland)`
const CURVE = `(Actual|TSO forecast|Model forecast|Final forecast|Load|Solar|Wind|Residual load|${COUNTRY})( · previous week)?( forecast)?( − Actual)?`
const FIGURE = String.raw`[−\d,]+`

/** Role and name of each control that the specification names, by the first words of its sentence. */
const SPECIFIED: Readonly<Record<string, RegExp>> = {
  'Username field (placeholder': /^textbox (Username|Password)$/,
  'Submit button Sign In': /^button Sign In$/,
  'Narrow screens: a right-side slide-out menu': /^button (Open|Close) menu$/,
  'Wide screens: three header buttons': /^link (Home|Dashboard|Model)$/,
  'Also a theme toggle and a Logout button': /^button (Switch to (dark|light) theme|Logout)$/,
  'A card Go to Dashboard': /^link (Go to|Open) Dashboard$/,
  'An Add Graph button': /^button Add Graph$/,
  'Each card can also be removed': /^button Remove graph \d$/,
  'an area selector': /^button .+ Area$/,
  'a data-type radio group': /^radio (Solar|Residual Load|Wind)$/,
  'a time-range selector': /^button (Hourly|Daily) Time range$/,
  'The fourth control is not shown.': /^button (None|Previous week) Compare with$/,
  'Run Query: while loading': /^button Run Query$/,
  'Chart area: a line chart':
    /^application (Curves|Forecast errors|Heat map|Duration curves|Parts|Forecast for )/,
  'A popover button showing': /^button Date range .+ – .+$/,
  'Opens a one-month range calendar':
    /^application Date range, |^button (Previous|Next)$|^button .* \d{4}(,| |$)/,
  'Hour slider from 0 to 23': /^slider Selected: \d\d:00$/,
  'A Play/Pause button.': /^button Play$/,
  'Map: 500px high': /^application Map of the forecast$/,
  'Shows 404, the text Oops!': /^link Go back home$/,
}

/** Role and name of every other control, by the first words of what its row of `departures.md` describes. */
const EXTRA: Readonly<Record<string, RegExp>> = {
  '*Dashboards* saves the cards':
    /^button (Dashboards|Close|Save|Options of Germany|New dashboard with one graph)$|^textbox Save these graphs as$|^button (Germany|Europe|France|Solar)/,
  'A second button leads': /^link Sign in with your organisation$/,
  'With *Compare with*, the fourth filter': /^switch Include its forecasts$/,
  'Another delivery day can be chosen.': /^button ((Previous|Next) delivery day|Choose a delivery day, .+)$/,
  'Pages for the account':
    /^button (Create (key|alert)|Remove .+|.+ (What is watched|When|Side|Role)|Dismiss|Change password|Add user|(Make admin|Disable|New password) \w+|Show all \d+ days)$|^textbox (Name of a new .+|Address of the receiver|Threshold in MW|Within the next hours|Current password|New password(, once more)?)$|^switch (May upload forecasts|Also remove my .+)$|^radio (All|Load|TSO forecasts)$|^link \w{3}, \w{3} \d+$/,
  '*Quick Start* also has':
    /^button (Ready-made dashboards|Copy as text)$|^menuitem (Germany|Europe|France|Solar)|^link (Alert me|Chart of|Choose up to|Highest|Lowest|May reach|Steepest|Yesterday)|^link .+\.$/,
  'The header also has':
    /^link Skip to content$|^button (Time zone: .+|Your account)$|^menuitem (Browser \(.+|Market \(.+|UTC|Keys and alerts|Change password|Users)$/,
  'The footer also names': /^button Data, guide and API$|^menuitem (Data calendar|Guide|API)$/,
  'Beside it: *Run all*':
    /^button (Run all|Options of the dashboard)$|^menuitem ((One|Two) columns?|.+ scale on .+|Show or hide filters|Share dashboard|Print|Keyboard shortcuts)$/,
  'A card’s head also has':
    /^button ((Filters|Options|(Half|Full) width) of graph \d)$|^menuitem (Duplicate|Move (up|down)|Add an area|Alert me above .+)$|^menuitemcheckbox (Final forecast|Usual range|Quarter hours|Forecasts as known at 08:00 the day before)$/,
  'A list above the chart': new RegExp(
    String.raw`^button (Form of graph \d: .+|Table|Files and link of graph \d|Zoom (in|out)|.+ Curve|(Only )?${CURVE})$|^menuitemradio (Curves|Duration curves|Forecast errors|Heat map|Parts)$|^menuitem (Download (CSV|PNG)|Copy link)$|^menuitemcheckbox (Decimal commas in CSV|Times for Excel in CSV)$|^switch Working days only|^button Show .+$`,
  ),
  'Ready-made ranges stand':
    /^button (Reset|More|(Previous|Next) year|Today|Yesterday|Tomorrow|(Last|This|Next) .+)$/,
  'Beside the title stand': new RegExp(
    String.raw`^button (Map shows: .+|.+ Table shows|.+ Countries|Options for the .+|Final|Country|% of load|Compared with TSO|${COUNTRY})$|^menuitem (Change from .+|Difference from TSO|Share of its highest hour|Final forecast|Latest run|Run before the auction|Copy as text|Share as it is now|Download .+)$|^tab (Map|Day at a glance|Accuracy)$|^radio (\d+ days|Complete|Early|Latest)$`,
  ),
  'They stand beside the map': new RegExp(
    String.raw`^button (${COUNTRY} Country|Options for ${COUNTRY}|Close, show all countries|Earlier run|How was this made\?|Instance_Today|Instance_Tomorrow|Final_Value|TSO|Previous run)$|^switch (P10–P90|Usual range)$|^menuitem Alert me above .+$|^link \w{3}, \w{3} \d+$`,
  ),
  'The tiles’ credit is text': /^button (Zoom in|Zoom out|Whole map)$|^link OpenStreetMap contributors$/,
  'A box beside the map': new RegExp(
    `^button (Follow )?${COUNTRY}( ${FIGURE})?$|^combobox Sort countries by$|^option by \\w+$`,
  ),
}
/** Links to other documents are plain text in the guide's page. */
const GUIDE_LINKS = Array.from(
  readFileSync('docs/guide.md', 'utf8').matchAll(/\[([^[\]]+)\]\(#/g),
  ([, text = '']) => `link ${text.replaceAll('*', '')}`,
)
const KNOWN = [...Object.values(SPECIFIED), ...Object.values(EXTRA)]

const CONTROL =
  /^\s*- '?(button|link|textbox|searchbox|spinbutton|combobox|option|checkbox|switch|radio|slider|tab|menuitem\w*|application)\b(?: "((?:[^"\\]|\\.)*)")?/

async function expectKnown(page: Page, links: readonly string[] = []): Promise<void> {
  const controls = (await page.locator('body').ariaSnapshot()).split('\n').flatMap((line) => {
    const [, role, name = ''] = CONTROL.exec(line) ?? []
    return role === undefined ? [] : [`${role} ${name}`]
  })
  expect(controls.length).toBeGreaterThan(0)
  const isKnown = (control: string) => links.includes(control) || KNOWN.some((known) => known.test(control))
  expect(controls.filter((control) => !isKnown(control))).toEqual([])
}

/** Expects it of a part of the page, and of what its buttons open. The entries of a field are its values. */
async function expectAllKnown(page: Page, part = 'main'): Promise<void> {
  await expectKnown(page)
  const openers = await page
    .locator(`${part} [aria-expanded=false]:not([aria-haspopup=listbox]):visible`)
    .elementHandles()
  for (const opener of openers) {
    await opener.click()
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true')
    await expectKnown(page)
    await page.keyboard.press('Escape')
  }
}

// A server that has just started may put a call off; it is sent again.
test.beforeEach(({ watch }) => void watch.expected.push(/status of 503/))

test('each listed control belongs to a sentence or a row', () => {
  const [specification, departures] = ['specification', 'departures'].map((name) =>
    readFileSync(`docs/specification/${name}.md`, 'utf8'),
  )
  for (const words of Object.keys(SPECIFIED)) expect(specification).toContain(words)
  for (const words of Object.keys(EXTRA)) expect(departures).toContain(` | ${words}`)
})

for (const { path, ready } of PAGES)
  test(`every control of ${path} is specified or listed`, async ({ page }) => {
    await page.route('**/energia/**', answerWithEntries)
    await page.goto(path)
    await ready(page)
    await expectAllKnown(page, path === '/home' ? 'body' : 'main')
  })

test('every control of the guide is specified or listed', async ({ page }) => {
  await page.goto('/guide')
  await expect(page.getByRole('heading', { name: 'User guide' })).toBeVisible()
  await expectKnown(page, GUIDE_LINKS)
})

test.describe('without a session', () => {
  test.use({ isSignedIn: false })
  test('every control of the sign-in page is specified or listed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expectKnown(page)
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      const meta = `<meta name="${ORGANISATION_META}" content="yes" /></head>`
      await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', meta) })
    })
    await page.reload()
    await expect(page.getByRole('link', { name: 'Sign in with your organisation' })).toBeVisible()
    await expectKnown(page)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('every control of the menu is specified or listed', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expectKnown(page)
    await menu.getByRole('button', { name: /^Time zone/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectKnown(page)
  })
})

test('every control of a past day is specified or listed', async ({ page }) => {
  await page.goto(`/model?day=${dayFromToday(-2)}&country=de`)
  await expect(page.getByRole('columnheader', { name: 'Actual', exact: true })).toBeVisible()
  await expectAllKnown(page)
})

test('every control of a card is specified or listed, whatever it shows', async ({ page, hand }) => {
  await page.goto('/dashboard')
  await runQuery(page, hand)
  await expectAllKnown(page)
  for (const form of ['Forecast errors', 'Heat map', 'Duration curves', 'Parts']) {
    await chooseForm(page, hand, form)
    await expect(card(page).getByRole('switch', { name: /^Working days only/ })).toBeVisible()
    await expectKnown(page)
  }
})
