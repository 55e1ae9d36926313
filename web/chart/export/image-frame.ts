import { plotFont } from '#web/chart/plot/context.ts'
import { type ChartColours, readColours } from '#web/chart/plot/palette.ts'

import { onChosenGround } from './export-choices.tsx'

/** Image pixels per CSS pixel: sharp on paper and on fine screens. */
export const IMAGE_SCALE = 2
const MARGIN_PX = 24
const TITLE_PX = 48
const SOURCE_PX = 26
/** The width that a picture's content has, in CSS pixels. */
export const IMAGE_CONTENT_PX = 1152

/** What stands around the content of a picture. */
export interface ImageFrame {
  title: string
  /** The line under the title: the range and the data. */
  subtitle: string
  /** The line under the content: where the values come from. */
  source: string | null
  /** An element of the page from which the theme's colours and font are read. */
  themeFrom: Element
}

/** Waits for the page's fonts, so that texts can be measured and drawn, and reads the colours of the chosen ground. */
export async function readImageColours({ themeFrom }: Pick<ImageFrame, 'themeFrom'>): Promise<ChartColours> {
  await document.fonts.ready
  return onChosenGround(() => readColours(themeFrom))
}

/**
 * Draws title, content and source as a PNG in the given colours, at twice the usual resolution.
 * @param contentPx the height of the content in CSS pixels
 * @param drawContent draws from the origin to `widthPx × contentPx`, in image pixels
 */
export function drawFramed(
  frame: ImageFrame,
  colours: ChartColours,
  contentPx: number,
  drawContent: (pen: CanvasRenderingContext2D) => void,
  widthPx = IMAGE_CONTENT_PX,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw images.')
  const contentTopPx = MARGIN_PX + TITLE_PX
  const sourceTopPx = contentTopPx + contentPx
  canvas.width = (widthPx + 2 * MARGIN_PX) * IMAGE_SCALE
  canvas.height = (sourceTopPx + (frame.source === null ? 0 : SOURCE_PX) + MARGIN_PX) * IMAGE_SCALE
  pen.fillStyle = colours.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  drawTitle(pen, frame, colours)
  pen.save()
  pen.translate(MARGIN_PX * IMAGE_SCALE, contentTopPx * IMAGE_SCALE)
  drawContent(pen)
  pen.restore()
  drawSource(pen, frame, colours, sourceTopPx)
  return toPng(canvas)
}

function drawTitle(pen: CanvasRenderingContext2D, { title, subtitle }: ImageFrame, colours: ChartColours) {
  const context = { colours, scale: IMAGE_SCALE }
  const width = IMAGE_CONTENT_PX * IMAGE_SCALE
  pen.textBaseline = 'top'
  pen.font = plotFont(context, 600, 16)
  pen.fillStyle = colours.ink
  pen.fillText(title, MARGIN_PX * IMAGE_SCALE, MARGIN_PX * IMAGE_SCALE, width)
  pen.font = plotFont(context, 400, 13)
  pen.fillStyle = colours.inkMuted
  pen.fillText(subtitle, MARGIN_PX * IMAGE_SCALE, (MARGIN_PX + 23) * IMAGE_SCALE, width)
}

function drawSource(
  pen: CanvasRenderingContext2D,
  { source }: ImageFrame,
  colours: ChartColours,
  topPx: number,
) {
  if (source === null) return
  pen.textAlign = 'left'
  pen.textBaseline = 'bottom'
  pen.font = plotFont({ colours, scale: IMAGE_SCALE })
  pen.fillStyle = colours.inkMuted
  pen.fillText(
    source,
    MARGIN_PX * IMAGE_SCALE,
    (topPx + SOURCE_PX) * IMAGE_SCALE,
    IMAGE_CONTENT_PX * IMAGE_SCALE,
  )
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser cannot write images.'))
      else resolve(blob)
    }, 'image/png')
  })
}
