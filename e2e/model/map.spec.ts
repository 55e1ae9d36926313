import type { Page } from '@playwright/test'

import { COUNTRIES } from '#contract/countries.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { TILES } from '#e2e/testing/addresses.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { countryButton, entryOf, expectWholeMap, labels, openMap } from '#e2e/testing/model.ts'
import { expect, test } from '#e2e/testing/test.ts'
import { dragFingers } from '#e2e/testing/touch.ts'

test.use({ reducedMotion: 'no-preference' })

interface MapFile {
  features: { properties: { label: [longitude: number, latitude: number] } }[]
}

test('the map is 500 px high, with no attribution, no zoom by wheel @§2.5-4 @§9-8', async ({ page }) => {
  await page.goto('/model')
  const map = page.locator('.leaflet-container')
  await expectWholeMap(page)
  expect((await map.boundingBox())?.height).toBe(500)
  await expect(page.locator('.leaflet-control-attribution')).toHaveCount(0)
  const germany = page.locator('path[data-code="DEU"]')
  const { width } = await boxOf(germany)
  await map.hover()
  await page.mouse.wheel(0, -600)
  await page.waitForTimeout(400)
  expect((await boxOf(germany)).width).toBe(width)
})

/** Window pixels of a longitude and latitude on the first view. Web Mercator: the world is 256 px wide at zoom 0. */
async function projectionOf(page: Page) {
  const map = await boxOf(page.locator('.leaflet-container'))
  const worldPx = 256 * 2 ** 4.5
  const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
  return {
    x: (longitude: number) => map.x + map.width / 2 + ((longitude - 10) / 360) * worldPx,
    y: (latitude: number) =>
      map.y + map.height / 2 - ((mercator(latitude) - mercator(46)) / (2 * Math.PI)) * worldPx,
  }
}

test('the map opens on 46° N, 10° E at zoom 4.5 and zooms in half steps @§2.5-4 @§9-8', async ({ page }) => {
  await openMap(page)
  const { x, y } = await projectionOf(page)
  const germany = page.locator('path[data-code="DEU"]')
  const shape = await boxOf(germany)
  // Germany extends from 5.87° to 15.02° E and to 55.05° N.
  expect(Math.abs(shape.x - x(5.87))).toBeLessThan(3)
  expect(Math.abs(shape.x + shape.width - x(15.02))).toBeLessThan(3)
  expect(Math.abs(shape.y - y(55.05))).toBeLessThan(3)
  await page.getByRole('button', { name: 'Zoom in' }).first().click()
  await expect.poll(async () => (await boxOf(germany)).width / shape.width).toBeCloseTo(Math.SQRT2, 1)
})

test('every label stands centred on its place from the first view on @§2.5-6', async ({ page }) => {
  await openMap(page)
  const { x, y } = await projectionOf(page)
  const shapes: MapFile = await (await page.request.get('/map.geo.json')).json()
  const places = shapes.features.map(({ properties: { label } }) => ({ x: x(label[0]), y: y(label[1]) }))
  for (const label of await labels(page).all()) {
    const box = await boxOf(label)
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const nearest = Math.min(...places.map((place) => Math.hypot(place.x - middle.x, place.y - middle.y)))
    expect(nearest).toBeLessThan(1.5)
  }
})

test.describe('without motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('tiles are drawn 256 px wide, and zooming ends at level 18 @§9-8', async ({ page }) => {
    const levels: number[] = []
    page.on('request', (request) => {
      const [, level] = /nolabels\/(\d+)\//.exec(request.url()) ?? []
      if (level !== undefined) levels.push(Number(level))
    })
    await openMap(page)
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
  test(`the first view shows all countries with their values, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openMap(page)
    const map = await boxOf(page.locator('.leaflet-container'))
    for (const label of await page.locator('.leaflet-tooltip span').all()) {
      const box = await boxOf(label)
      expect(box.x).toBeGreaterThanOrEqual(map.x)
      expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width)
      expect(box.y).toBeGreaterThanOrEqual(map.y)
      expect(box.y + box.height).toBeLessThanOrEqual(map.y + map.height)
    }
  })
}

for (const width of [320, 390]) {
  test(`a button brings all countries into view, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openMap(page)
    const countriesInView = async () => {
      // Pressing a button below the map scrolls the page.
      const map = await boxOf(page.locator('.leaflet-container'))
      const countries = await page.locator('path:is([data-tone=positive], [data-tone=negative])').all()
      const boxes = await Promise.all(countries.map(boxOf))
      return boxes.filter((box) => {
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        return x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height
      }).length
    }
    expect(await countriesInView()).toBeLessThan(COUNTRIES.length)
    await page.getByRole('button', { name: 'Whole map' }).click()
    await expect.poll(countriesInView).toBe(COUNTRIES.length)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the ${colorScheme} theme has tiles without labels @§2.5-4 @§7.4-2`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const [tile] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(TILES)),
      page.goto('/model'),
    ])
    expect(tile.url()).toContain(`${colorScheme}_nolabels`)
  })
}

function channels(hex: string | null): number[] {
  return [1, 3, 5].map((start) => Number.parseInt((hex ?? '').slice(start, start + 2), 16))
}

test('the map colours above 0 green, 0 and below red, missing grey @§2.5-5,6 @§9-8', async ({ page }) => {
  const entry = (value: number | null) => ({ '00:00': entryOf(value) })
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
  // Larger values have deeper colours.
  expect(await fill('HUN')).not.toEqual(await fill('POL'))
  const isMostly = async (code: string, channel: 0 | 1) => {
    const rgb = await fill(code)
    expect(rgb[channel]).toBe(Math.max(...rgb))
  }
  await isMostly('DEU', 1)
  await isMostly('POL', 0)
  const grey = await fill('AUT')
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(25)
  await expect(labels(page)).toHaveCount(3)
  await expect(labels(page).filter({ hasText: /^1$/ })).toHaveCount(1)
  await expect(labels(page).filter({ hasText: /^0$/ })).toHaveCount(1)
  await expect(labels(page).filter({ hasText: /^[−-]1,234$/ })).toHaveCount(1)
})

test('the map outlines the selected country thickly and darkly @§2.5-5', async ({ page }) => {
  await openMap(page)
  const germany = page.locator('path[data-code="DEU"]')
  const thin = Number(await germany.getAttribute('stroke-width'))
  await countryButton(page, 'Germany').click()
  await expect
    .poll(async () => Number(await germany.getAttribute('stroke-width')))
    .toBeGreaterThanOrEqual(thin + 2)
  expect(Math.max(...channels(await germany.getAttribute('stroke')))).toBeLessThan(64)
})

test('a click on a country of the map selects it, another deselects it @§2.5-8', async ({ page }) => {
  await openMap(page)
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
  await openMap(page)
  await expect(page.getByText('Map background unavailable.')).toBeVisible()
  expect(tiles, 'one tile is tried three times, and no other').toHaveLength(3)
  expect(new Set(tiles).size).toBe(1)
})

test.describe('with forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('labels stand out from their halo', async ({ page }) => {
    await openMap(page)
    const picture = await labels(page).locator('span').first().screenshot()
    // What is painted: computed styles give the colours before they are forced.
    const darkShare = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas?.drawImage(image, 0, 0)
      const { data = [] } = canvas?.getImageData(0, 0, image.width, image.height) ?? {}
      const greens = [...data].filter((_, index) => index % 4 === 1)
      return greens.filter((green) => green < 64).length / greens.length
    }, picture.toString('base64'))
    expect(darkShare).toBeGreaterThan(0.05)
    expect(darkShare).toBeLessThan(0.4)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('one finger on the map scrolls the page, two move the map', async ({ page, context }) => {
    await openMap(page)
    const cdp = await context.newCDPSession(page)
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
    // The page keeps scrolling for a moment after the finger leaves it.
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
