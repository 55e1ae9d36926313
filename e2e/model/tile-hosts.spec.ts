import { TILE_PORT } from '#e2e/testing/addresses.ts'
import { testOf } from '#e2e/testing/own-server.ts'
import { expect } from '#e2e/testing/test.ts'

const test = testOf({
  TILE_URL_LIGHT: `http://{s}.localhost:${TILE_PORT}/nolabels/{z}/{x}/{y}.png`,
  TILE_HOSTS: 'a,b,t3',
})

test('tiles come from the hosts that answer, from none once the last one fails', async ({ page, watch }) => {
  watch.expected.push(/ERR_FAILED/, /foreign request: http:\/\/\w+\.localhost/)
  const asked = new Map<string, number>()
  let down = ['b']
  await page.route(
    (url) => url.hostname.endsWith('.localhost'),
    (route) => {
      const [host = ''] = new URL(route.request().url()).hostname.split('.')
      asked.set(host, (asked.get(host) ?? 0) + 1)
      return down.includes(host) ? route.abort() : route.continue()
    },
  )
  await page.goto('/model')
  await expect.poll(() => asked.get('a')).toBeGreaterThan(1)
  await expect.poll(() => asked.get('t3')).toBeGreaterThan(1)
  await expect(page.locator('img.leaflet-tile-loaded')).not.toHaveCount(0)
  await expect(page.locator('img.leaflet-tile:not(.leaflet-tile-loaded)')).toHaveCount(0)
  await expect(page.getByText('Map background unavailable.')).toBeHidden()
  expect([...asked.keys()].toSorted()).toEqual(['a', 'b', 't3'])

  down = ['a', 'b', 't3']
  const zoomIn = page.getByRole('button', { name: 'Zoom in' }).first()
  await zoomIn.click()
  await zoomIn.click()
  await expect(page.getByText('Map background unavailable.')).toBeVisible()
  await expect(page.locator('img.leaflet-tile')).toHaveCount(0)
})
