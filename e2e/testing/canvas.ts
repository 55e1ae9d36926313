import type { Locator, Page } from '@playwright/test'

declare global {
  interface Window {
    textsOnCanvas: string[]
  }
}

/** Makes the page record texts drawn on canvases. */
export async function recordTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on its context below
    const write = CanvasRenderingContext2D.prototype.fillText
    window.textsOnCanvas = []
    CanvasRenderingContext2D.prototype.fillText = function fillText(...words) {
      window.textsOnCanvas.push(words[0])
      write.apply(this, words)
    }
  })
}

export function recordedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.textsOnCanvas)
}

/** Allowed difference of each channel: 60 at the smooth edge of a stroke. */
type Tolerance = 0 | 60

/** For each column of a chart's canvas, the rows (canvas pixels) in a colour of the theme. */
export function rowsOfColour(
  chart: Locator,
  variable: string,
  tolerance: Tolerance,
  opacity = 1,
): Promise<number[][]> {
  return chart.evaluate(
    (element, wished) => {
      const canvas = element.querySelector('canvas')
      const context = canvas?.getContext('2d')
      if (!canvas || !context) throw new Error('no canvas')
      const hex = getComputedStyle(element).getPropertyValue(wished.variable).trim()
      const colour = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
      const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
      const isOfColour = (x: number, y: number) => {
        const at = (y * canvas.width + x) * 4
        const isNear = (channel: number, index: number) =>
          Math.abs((pixels[at + index] ?? 0) - channel) <= wished.tolerance
        return (pixels[at + 3] ?? 0) > 200 * wished.opacity && colour.every(isNear)
      }
      const rows = Array.from({ length: canvas.height }, (_, y) => y)
      return Array.from({ length: canvas.width }, (_, x) => rows.filter((y) => isOfColour(x, y)))
    },
    { variable, tolerance, opacity },
  )
}

/** Middle of a curve's stroke in each column that contains it. */
export async function strokeOf(chart: Locator, curve: number): Promise<{ x: number; y: number }[]> {
  const columns = await rowsOfColour(chart, `--curve-${curve}`, 60)
  return columns.flatMap((rows, x) =>
    rows.length === 0 ? [] : [{ x, y: rows.reduce((sum, row) => sum + row, 0) / rows.length }],
  )
}
