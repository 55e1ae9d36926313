import { expect, test } from 'vitest'

import { joinCrosshair } from './crosshair.ts'

test('a moment reaches the other charts of its key only', () => {
  const heard: string[] = []
  const listen = (name: string) => (timeS: number | null) => heard.push(`${name} ${timeS}`)
  const one = joinCrosshair('page', listen('one'))
  const two = joinCrosshair('page', listen('two'))
  const other = joinCrosshair('elsewhere', listen('other'))
  one.publish(7)
  one.publish(null)
  expect(heard).toEqual(['two 7', 'two null'])
  two.leave()
  one.publish(8)
  expect(heard).toHaveLength(2)
  one.leave()
  other.leave()
})
