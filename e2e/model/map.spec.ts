import { COUNTRIES } from '#contract/countries.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { TILES } from '#e2e/testing/addresses.ts'
import { expect, test } from '#e2e/testing/test.ts'
import { dragFingers } from '#e2e/testing/touch.ts'

test.use({ reducedMotion: 'no-preference' })

interface MapFile {
  features: { properties: { label: [longitude: number, latitude: number] } }[]
}

test('the map is 500 px high, has no attribution control, no zoom by wheel', async ({ page }) => {
  await page.goto('/model')
  const map = page.locator('.leaflet-container')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  expect((await map.boundingBox())?.height).toBe(500)
  await expect(page.locator('.leaflet-control-attribution')).toHaveCount(0)
  const germany = page.locator('path[data-code="DEU"]')
  const before = (await germany.boundingBox())?.width
  await map.hover()
  await page.mouse.wheel(0, -600)
  await page.waitForTimeout(400)
  expect((await germany.boundingBox())?.width).toBe(before)
})

test('the map opens centred on 46° N, 10° E at zoom 4.5 and zooms in half steps', async ({ page }) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  const map = await page.locator('.leaflet-container').boundingBox()
  const germany = page.locator('path[data-code="DEU"]')
  const shape = await germany.boundingBox()
  if (!map || !shape) throw new Error('the map has no box')
  // Web Mercator: the world is 256 px wide at zoom 0. Germany reaches from 5.87° to 15.02° E and to 55.05° N.
  const worldPx = 256 * 2 ** 4.5
  const x = (longitude: number) => map.x + map.width / 2 + ((longitude - 10) / 360) * worldPx
  const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
  const y = (latitude: number) =>
    map.y + map.height / 2 - ((mercator(latitude) - mercator(46)) / (2 * Math.PI)) * worldPx
  expect(Math.abs(shape.x - x(5.87))).toBeLessThan(3)
  expect(Math.abs(shape.x + shape.width - x(15.02))).toBeLessThan(3)
  expect(Math.abs(shape.y - y(55.05))).toBeLessThan(3)
  await page.getByRole('button', { name: 'Zoom in' }).first().click()
  await expect
    .poll(async () => ((await germany.boundingBox())?.width ?? 0) / shape.width)
    .toBeCloseTo(Math.SQRT2, 1)
})

test('every label stands centred on its place from the first view on', async ({ page }) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  const map = await page.locator('.leaflet-container').boundingBox()
  if (!map) throw new Error('the map has no box')
  const shapes: MapFile = await (await page.request.get('/map.geo.json')).json()
  const worldPx = 256 * 2 ** 4.5
  const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
  const places = shapes.features.map(({ properties: { label } }) => ({
    x: map.x + map.width / 2 + ((label[0] - 10) / 360) * worldPx,
    y: map.y + map.height / 2 - ((mercator(label[1]) - mercator(46)) / (2 * Math.PI)) * worldPx,
  }))
  for (const label of await page.locator('.leaflet-tooltip').all()) {
    const box = await label.boundingBox()
    if (!box) throw new Error('a label has no box')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const nearest = Math.min(...places.map((place) => Math.hypot(place.x - x, place.y - y)))
    expect(nearest).toBeLessThan(1.5)
  }
})

test.describe('without motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('tiles are drawn 256 px wide, and zooming ends at level 18', async ({ page }) => {
    const levels: number[] = []
    page.on('request', (request) => {
      const [, level] = /nolabels\/(\d+)\//.exec(request.url()) ?? []
      if (level !== undefined) levels.push(Number(level))
    })
    await page.goto('/model')
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
    const zoomIn = page.getByRole('button', { name: 'Zoom in' }).first()
    await zoomIn.click()
    const tile = page.locator('img.leaflet-tile').first()
    await expect.poll(async () => (await tile.boundingBox())?.width).toBe(256)
    let steps = 1
    for (; await zoomIn.isEnabled(); steps += 1) await zoomIn.click()
    expect(4.5 + steps / 2).toBe(18)
    await expect.poll(() => Math.max(...levels)).toBe(18)
  })
})

for (const width of [768, 1440]) {
  test(`the first view shows all 13 countries with their values, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/model')
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
    const map = await page.locator('.leaflet-container').boundingBox()
    if (!map) throw new Error('the map has no box')
    for (const label of await page.locator('.leaflet-tooltip span').all()) {
      const box = await label.boundingBox()
      if (!box) throw new Error('a label has no box')
      expect(box.x).toBeGreaterThanOrEqual(map.x)
      expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width)
      expect(box.y).toBeGreaterThanOrEqual(map.y)
      expect(box.y + box.height).toBeLessThanOrEqual(map.y + map.height)
    }
  })
}

for (const width of [320, 390]) {
  test(`a button brings all 13 countries into view, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/model')
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
    const countriesInView = async () => {
      // The press of a button below the map scrolls the page.
      const map = await page.locator('.leaflet-container').boundingBox()
      if (!map) throw new Error('the map has no box')
      const countries = await page.locator('path:is([data-tone=positive], [data-tone=negative])').all()
      const boxes = await Promise.all(countries.map((country) => country.boundingBox()))
      return boxes.filter((box) => {
        if (box === null) return false
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        return x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height
      }).length
    }
    expect(await countriesInView()).toBeLessThan(13)
    await page.getByRole('button', { name: 'Whole map' }).click()
    await expect.poll(countriesInView).toBe(COUNTRIES.length)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the map takes ${colorScheme} tiles without labels in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const [tile] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(TILES)),
      page.goto('/model'),
    ])
    expect(tile.url()).toContain(`${colorScheme}_nolabels`)
  })
}

/** Red, green and blue of `#rrggbb`. */
function channels(hex: string | null): number[] {
  return [1, 3, 5].map((start) => Number.parseInt((hex ?? '').slice(start, start + 2), 16))
}

test('the map colours above 0 green, 0 and below red, missing grey', async ({ page }) => {
  const entry = (value: number | null) => ({
    '00:00': { TSO: value, Instance_Today: value, Instance_Tomorrow: value, Final_Value: value },
  })
  await page.route(`**${FORECAST_PATH}`, (route) =>
    route.fulfill({ json: { de: entry(0.6), pl: entry(0), hu: entry(-1234.4), at: entry(null) } }),
  )
  await page.goto('/model')
  const tone = (code: string) => page.locator(`path[data-code="${code}"]`)
  await expect(tone('DEU')).toHaveAttribute('data-tone', 'positive')
  await expect(tone('POL')).toHaveAttribute('data-tone', 'negative')
  await expect(tone('HUN')).toHaveAttribute('data-tone', 'negative')
  await expect(tone('AUT')).toHaveAttribute('data-tone', 'missing')
  await expect(tone('NLD')).toHaveAttribute('data-tone', 'missing')
  const fill = async (code: string) => channels(await tone(code).getAttribute('fill'))
  const isMostly = async (code: string, channel: 0 | 1) => {
    const rgb = await fill(code)
    expect(rgb[channel]).toBe(Math.max(...rgb))
  }
  await isMostly('DEU', 1)
  await isMostly('POL', 0)
  const grey = await fill('AUT')
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(25)
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(3)
  await expect(page.locator('.leaflet-tooltip').filter({ hasText: /^1$/ })).toHaveCount(1)
  await expect(page.locator('.leaflet-tooltip').filter({ hasText: /^0$/ })).toHaveCount(1)
  await expect(page.locator('.leaflet-tooltip').filter({ hasText: /^[−-]1,234$/ })).toHaveCount(1)
})

test('the map outlines the selected country thickly and darkly', async ({ page }) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  const germany = page.locator('path[data-code="DEU"]')
  const thin = Number(await germany.getAttribute('stroke-width'))
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Germany/ })
    .click()
  await expect
    .poll(async () => Number(await germany.getAttribute('stroke-width')))
    .toBeGreaterThanOrEqual(thin + 2)
  expect(Math.max(...channels(await germany.getAttribute('stroke')))).toBeLessThan(64)
})

test('a click on a country of the map selects it, another deselects it', async ({ page }) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  const map = page.locator('.leaflet-container')
  const poland = page.locator('path[data-code="POL"]')
  await expect(map).toBeVisible()
  await poland.click()
  await expect(page.getByRole('heading', { name: 'Data for: Poland' })).toBeVisible()
  await poland.click()
  await expect(page.getByRole('heading', { name: /^Data for/ })).toBeHidden()
})

test('without tiles the shapes are drawn on a plain sea and nothing breaks', async ({ page, watch }) => {
  watch.expected.push(/ERR_(FAILED|CONNECTION_REFUSED)/)
  const tiles: string[] = []
  await page.route(
    (url) => url.origin === TILES,
    (route) => {
      tiles.push(route.request().url())
      return route.abort('connectionrefused')
    },
  )
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
  await expect(page.getByText('Map background unavailable.')).toBeVisible()
  expect(tiles, 'one tile is tried three times, and no other').toHaveLength(3)
  expect(new Set(tiles).size).toBe(1)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('one finger on the map scrolls the page, two move the map', async ({ page, context }) => {
    await page.goto('/model')
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(COUNTRIES.length)
    const cdp = await context.newCDPSession(page)
    /** The label of Germany on the map. */
    const place = () =>
      page.locator('path[data-code="DEU"]').evaluate((shape) => {
        const map = shape.closest('.leaflet-container')?.getBoundingClientRect()
        const { x, y } = shape.getBoundingClientRect()
        return [x - (map?.x ?? 0), y - (map?.y ?? 0)].map(Math.round).join(' ')
      })
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await place()
    await dragFingers(cdp, [[200, 600]], [[200, 400]])
    await expect.poll(scrolled).toBeGreaterThan(50)
    expect(await place()).toBe(before)
    // The page runs on for a moment after the finger has left it.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        await page.waitForTimeout(200)
        return scrolled()
      })
      .toBe(0)
    await dragFingers(
      cdp,
      [
        [150, 500],
        [250, 500],
      ],
      [
        [190, 560],
        [290, 560],
      ],
    )
    await expect.poll(place).not.toBe(before)
    expect(await scrolled()).toBe(0)
  })
})
