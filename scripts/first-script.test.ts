import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readAddress, writeAddress } from '#contract/dashboard-address.ts'

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

const RULE = '/account?area=FR&measure=wind&above=12000'

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
  ['with both, and a parameter of a mail', (link) => `${link.replaceAll('=', '%3D')}&utm_source=mail`],
  ['with %253D and %2526', (link) => link.replaceAll('=', '%253D').replaceAll('&', '%2526')],
  ['with %25253d', (link) => link.replaceAll('=', '%25253d').replaceAll('&', '%252526')],
  ['with amp; behind ?', (link) => link.replace('?', '?amp;').replaceAll('&', '&amp;')],
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
  for (const link of [CARDS, DAY, RULE])
    expect(opened(change(link)).replace('&utm_source=mail', '')).toBe(link)
})

function withCurve(name: string) {
  const [card] = readAddress(new URL(CARDS, 'http://desk.example').search) ?? []
  if (typeof card !== 'object') throw new Error('no card')
  return writeAddress([
    { ...card, view: { ...card.view, hiddenCurves: [name] } },
    { ...card, view: { ...card.view, curve: name } },
    { ...card, view: { ...card.view, curve: name, hiddenCurves: [name] } },
  ])
}

test('a link of ours keeps the names of its curves, whatever stands behind it', () => {
  const end = fc.constantFrom(
    ...Array.from('_.\'!*(),;:?>"]}”’»…%&=~-'),
    'R&D=1',
    '&g=',
    'a (b) c',
    '100%25',
    '%2C',
  )
  const name = fc
    .tuple(fc.string({ maxLength: 20, unit: 'grapheme' }), fc.array(end, { maxLength: 3 }))
    .map(([begin, ends]) => begin + ends.join(''))
    .filter((text) => text.length > 0)
  const behind = fc.constantFrom('', '_', '.', ').', '!', '”', "'", '*', '%22', '%29.', '>', '»')
  fc.assert(
    fc.property(name, behind, (curve, closing) => {
      const search = withCurve(curve)
      const repaired = new URL(opened(`/dashboard${search}${closing}`), 'http://desk.example').search
      expect(readAddress(repaired)).toEqual(readAddress(search))
      const twice = `/dashboard?${encodeURIComponent(encodeURIComponent(search.slice(1)))}`
      expect(readAddress(new URL(opened(twice), 'http://desk.example').search)).toEqual(readAddress(search))
    }),
    {
      examples: [
        ['Vend · ann_', ''],
        ['R&D=1', ''],
        ['Vend (v2)', ').'],
        ['a (b) c', ')'],
        ['“Vend”', '%22'],
      ],
    },
  )
})

test.each([
  '/',
  '/model#country-heading',
  '/model?day=2026-11-30#country-heading',
  '/signed-in?code=abc_&state=A%3D_&iss=https://login.example/.',
  '/signed-in?error=access_denied&error_description=No.',
  '/dashboard?v=1&g=DE,wind,H,-6d,1d,hide:Actual%2C%20R%26D%20(x)',
  '/dashboard?v=1&g=DE,wind,H,-6d,1d,hide:R%26D%3D1%253D',
])('an address stays as it is: %s', (address) => {
  expect(opened(address)).toBe(address)
})
