import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

const SCRIPT = readFileSync(new URL('../web/first-script.js', import.meta.url), 'utf8')

/** The address that is left of a link before the page starts, and the scripts that it requests. */
function open(link: string, token: string | null = null) {
  const location = new URL(link, 'http://desk.example')
  const requested: object[] = []
  const script = SCRIPT.replace('SCRIPTS_OF_PAGES = {}', 'SCRIPTS_OF_PAGES = { model: ["map.js"] }')
  runInNewContext(script, {
    URL,
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) =>
        (location.href = new URL(to, location).href),
    },
    document: {
      documentElement: { classList: { toggle: () => null } },
      currentScript: { src: 'http://desk.example/energy/assets/first.js' },
      createElement: () => ({}),
      head: { append: (link: object) => requested.push(link) },
    },
    localStorage: Object.assign(
      Object.create({ getItem: () => null }),
      token && { '/energy:authToken': token },
    ),
    matchMedia: () => ({ matches: false }),
    navigator: { language: 'en' },
  })
  return { address: location.href.slice(location.origin.length), requested }
}

const opened = (link: string) => open(link).address

test('the scripts of a page are requested for a signed-in user, below the base path', () => {
  const expected = [{ rel: 'modulepreload', href: 'http://desk.example/energy/assets/map.js' }]
  expect(open('/energy/model?hour=3', 'a token').requested).toEqual(expected)
  expect(open('/energy/model/', 'a token').requested).toEqual(expected)
  expect(open('/energy/model').requested).toEqual([])
  expect(open('/energy/account', 'a token').requested).toEqual([])
  expect(open('/', 'a token').requested).toEqual([])
})

const CARDS = '/dashboard?v=1&g=DE,wind,H,-6d,1d,run&tz=Europe/Berlin'
const DAY = '/model?day=2026-11-30&country=de'

type Form = [how: string, change: (link: string) => string]

test.each<Form>([
  ['as it was written', (link) => link],
  ['with &amp;', (link) => link.replaceAll('&', '&amp;')],
  ['with &amp;amp;', (link) => link.replaceAll('&', '&amp;amp;')],
  ['with &#38;', (link) => link.replaceAll('&', '&#38;')],
  ['with &#x26;', (link) => link.replaceAll('&', '&#x26;')],
  ['with %3D', (link) => link.replaceAll('=', '%3D')],
  ['with %26', (link) => link.replaceAll('&', '%26')],
  ['with both', (link) => link.replaceAll('=', '%3d').replaceAll('&', '%26')],
  ['in upper-case names', (link) => link.replaceAll(/[a-z]+=/g, (name) => name.toUpperCase())],
  ...[
    '.',
    ',',
    ')',
    ').',
    ']',
    '}',
    '>',
    '"',
    "'",
    '”',
    '’',
    '»',
    ';',
    '!',
    '…',
    '*',
    '_',
    '%22',
    '%29.',
  ].map((behind): Form => [`before ${behind}`, (link) => link + behind]),
])('a link opens as meant: %s', (_how, change) => {
  for (const link of [CARDS, DAY]) expect(opened(change(link))).toBe(link)
})

test.each([
  '/',
  '/model#country-heading',
  '/model?day=2026-11-30#country-heading',
  '/signed-in?code=abc_&state=A%3D_&iss=https://login.example/.',
  '/signed-in?error=access_denied&error_description=No.',
  '/dashboard?v=1&g=DE,wind,H,-6d,1d,hide:Actual%2C%20R%26D%20(x)',
])('an address stays as it is: %s', (address) => {
  expect(opened(address)).toBe(address)
})
