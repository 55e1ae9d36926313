/** Long enough for every dash pattern to show twice. */
export const SAMPLE_PX = 26
export const SAMPLE_GAP_PX = 8
const ENTRY_GAP_PX = 24

/** Where an entry of an image's legend starts. */
export interface EntryPlace {
  leftPx: number
  row: number
}

/** Places entries of the given text widths one after the other, and starts a new row when one no longer fits. */
export function placeEntries(textWidthsPx: readonly number[], rowWidthPx: number): EntryPlace[] {
  let leftPx = 0
  let row = 0
  return textWidthsPx.map((textWidthPx) => {
    const widthPx = SAMPLE_PX + SAMPLE_GAP_PX + textWidthPx
    if (leftPx > 0 && leftPx + widthPx > rowWidthPx) {
      leftPx = 0
      row++
    }
    const place = { leftPx, row }
    leftPx += widthPx + ENTRY_GAP_PX
    return place
  })
}
