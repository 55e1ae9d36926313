import { expect, test } from 'vitest'

import { graphStore } from './dashboard-graphs.ts'

test('a card is held by a random UUID @§3.1-1', () => {
  graphStore.add()
  const ids = graphStore.state.getState().graphCards.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
