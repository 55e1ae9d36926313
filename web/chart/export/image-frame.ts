import { type ChartColours, plotFont, readColours } from '#web/chart/plot/palette.ts'
import { isChosen } from '#web/ui/kept-choices.ts'
import { drawInLightTheme } from '#web/ui/theme.ts'

/** Sharp on paper and fine screens. */
export const IMAGE_SCALE = 2
const MARGIN_PX = 24
const TITLE_PX = 48
const SOURCE_PX = 26
export const IMAGE_CONTENT_PX = 1152

export interface ImageFrame {
  title: string
  subtitle: string
  source: string | null
}

/** Waits for the page's fonts. */
export async function readImageColours(): Promise<ChartColours> {
  await document.fonts.ready
  const read = () => readColours(document.documentElement)
  return isChosen('lightPictures') ? drawInLightTheme(read) : read()
}

/** `drawContent` draws from the origin to `IMAGE_CONTENT_PX × contentPx`, in CSS pixels. */
export async function drawFramed(
  { title, subtitle, source }: ImageFrame,
  colours: ChartColours,
  contentPx: number,
  drawContent: (pen: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw images.')
  const contentTopPx = MARGIN_PX + TITLE_PX
  const sourceBottomPx = contentTopPx + contentPx + (source === null ? 0 : SOURCE_PX)
  canvas.width = (IMAGE_CONTENT_PX + 2 * MARGIN_PX) * IMAGE_SCALE
  canvas.height = (sourceBottomPx + MARGIN_PX) * IMAGE_SCALE
  pen.scale(IMAGE_SCALE, IMAGE_SCALE)
  pen.fillStyle = colours.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(MARGIN_PX, 0)
  pen.textBaseline = 'top'
  pen.font = plotFont(colours, 16, 600)
  pen.fillStyle = colours.ink
  pen.fillText(title, 0, MARGIN_PX, IMAGE_CONTENT_PX)
  pen.font = plotFont(colours, 13)
  pen.fillStyle = colours.inkMuted
  pen.fillText(subtitle, 0, MARGIN_PX + 23, IMAGE_CONTENT_PX)
  pen.font = plotFont(colours)
  pen.textBaseline = 'bottom'
  pen.fillText(source ?? '', 0, sourceBottomPx, IMAGE_CONTENT_PX)
  pen.translate(0, contentTopPx)
  drawContent(pen)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('This browser cannot write images.')
  return blob
}
