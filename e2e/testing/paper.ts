import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'

const MILLIMETRE_PT = 72 / 25.4
const MARGIN_MM = 14
/** Serves the page-drawing parts of the library. */
const VIEWER = 'http://paper.test/'

export interface Paper {
  /** Every text with its size in points and its sheet, from 1. */
  texts: { text: string; sizePt: number; sheet: number }[]
  /** PNG of each sheet, and its share that is not white: in all, and in the margins except the foot, which has a line. */
  sheets: { png: Buffer; inkShare: number; marginInkShare: number }[]
}

/** Reads sheets as text, and as pictures like a printer's. */
export async function printPage(page: Page): Promise<Paper> {
  // Letter paper, the shorter of the two usual sizes.
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const sheets = await drawSheets(page, pdf)
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const texts: Paper['texts'] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const sizePt = Math.hypot(Number(item.transform[2]), Number(item.transform[3]))
      texts.push({ text: item.str, sizePt, sheet: number })
    }
  }
  return { texts, sheets }
}

async function drawSheets(page: Page, pdf: Buffer): Promise<Paper['sheets']> {
  const viewer = await page.context().newPage()
  await viewer.route(`${VIEWER}**`, (route) => {
    const name = new URL(route.request().url()).pathname
    return name === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      : route.fulfill({
          contentType: 'text/javascript',
          body: readFileSync(`node_modules/unpdf/dist${name}`, 'utf8'),
        })
  })
  await viewer.goto(VIEWER)
  const drawn = await viewer.evaluate(
    async ({ base64, marginPt, library }) => {
      const { getDocument } = await import(library)
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const pages = await getDocument({ data, verbosity: 0 }).promise
      const pictures = []
      for (let number = 1; number <= pages.numPages; number += 1) {
        const sheet = await pages.getPage(number)
        const viewport = sheet.getViewport({ scale: 1.5 })
        const canvas = document.createElement('canvas')
        canvas.width = viewport.width
        canvas.height = viewport.height
        const pen = canvas.getContext('2d')
        if (pen === null) throw new Error('no canvas')
        await sheet.render({ canvas, canvasContext: pen, viewport }).promise
        const { width, height } = canvas
        const margin = Math.floor(marginPt * 1.5) - 2
        const pixels = pen.getImageData(0, 0, width, height).data
        let ink = 0
        let marginInk = 0
        for (let index = 0; index < width * height; index += 1) {
          if (Math.min(pixels[index * 4] ?? 0, pixels[index * 4 + 1] ?? 0, pixels[index * 4 + 2] ?? 0) > 250)
            continue
          const [x, y] = [index % width, Math.floor(index / width)]
          ink += 1
          if (x < margin || y < margin || x >= width - margin) marginInk += 1
        }
        const png = canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
        pictures.push({ png, inkShare: ink / (width * height), marginInkShare: marginInk / (width * height) })
      }
      return pictures
    },
    { base64: pdf.toString('base64'), marginPt: MARGIN_MM * MILLIMETRE_PT, library: `${VIEWER}pdfjs.mjs` },
  )
  await viewer.close()
  return drawn.map(({ png, ...shares }) => ({ png: Buffer.from(png, 'base64'), ...shares }))
}
