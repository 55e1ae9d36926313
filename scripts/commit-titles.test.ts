import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

/** When the rule began: older titles stay. A time, because a shallow clone may lack the commit. */
const SINCE = '2026-11-30T00:00:00Z'
const MAX_LENGTH = 72
/** "Adds", "Added" and "Adding", but not "Pass" or "Bring". */
const NO_IMPERATIVE = /^(?!Bring|Embed|Exceed|Feed|Need|Seed|Shed|Speed|Focus)\w+(ing|ed|(?<!s)s)\b/

/** The rule that a title breaks, or null. */
function faultOf(title: string): string | null {
  if (title.length > MAX_LENGTH) return `has ${title.length} characters, at most ${MAX_LENGTH} are allowed`
  if (!/^\p{Lu}\p{Ll}+ /u.test(title) || NO_IMPERATIVE.test(title) || /^[\w ]{1,20}: /.test(title))
    return 'does not begin with a verb in the imperative'
  return title.endsWith('.') ? 'ends with a full stop' : null
}

test.each([
  ['Return null for a missing ramp', null],
  ['Pass the zone to both calendars', null],
  ['Ramp: a missing value is told by its type', 'does not begin with a verb in the imperative'],
  ['Adds a page', 'does not begin with a verb in the imperative'],
  ['Fixed the page', 'does not begin with a verb in the imperative'],
  [`Add ${'a'.repeat(69)}`, 'has 73 characters, at most 72 are allowed'],
  ['Add a page.', 'ends with a full stop'],
])('the title %j', (title, fault) => expect(faultOf(title)).toBe(fault))

test('titles of commits name what the commit does', () => {
  const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], {
    encoding: 'utf8',
  })
  const faults = log.split('\n').flatMap((title) => {
    const fault = title === '' ? null : faultOf(title)
    return fault === null ? [] : [`"${title}" ${fault}`]
  })
  expect(faults).toEqual([])
})
