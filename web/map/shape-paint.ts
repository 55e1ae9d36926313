/** What a shape's colour means: above zero, zero or below, no value, or a country outside the data. */
export type ShapeTone = 'positive' | 'negative' | 'missing' | 'land'

export interface ShapePaint {
  tone: ShapeTone
  /** Permanent label on the shape; null for none. */
  label: string | null
}

/** Paint of a shape without data. */
export const PLAIN_LAND: ShapePaint = { tone: 'land', label: null }

export function isSamePaint(a: ShapePaint, b: ShapePaint): boolean {
  return a.tone === b.tone && a.label === b.label
}

export interface PathStyle {
  color: string
  weight: number
  fillColor: string
  fillOpacity: number
}

/** The theme's colours, resolved for SVG attributes; read again when the theme changes. */
export interface MapColours {
  positive: string
  negative: string
  missing: string
  border: string
  outline: string
  halo: string
}

export function readColours(element: Element): MapColours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    positive: read('--positive'),
    negative: read('--negative'),
    missing: read('--missing'),
    border: read('--map-border'),
    outline: read('--map-outline'),
    halo: read('--map-halo'),
  }
}

/** Widths in pixels. */
const BORDER_PX = 1
const OUTLINE_PX = 3.5
const HALO_PX = 6
const LAND_OPACITY = 0.4
const VALUE_OPACITY = 0.92

export function pathStyle(tone: ShapeTone, isSelected: boolean, colours: MapColours): PathStyle {
  return {
    color: isSelected ? colours.outline : colours.border,
    weight: isSelected ? OUTLINE_PX : BORDER_PX,
    fillColor: tone === 'land' ? colours.missing : colours[tone],
    fillOpacity: tone === 'land' ? LAND_OPACITY : VALUE_OPACITY,
  }
}

/** The light halo around the dark outline of the selected shape; it keeps the outline visible on a dark map. */
export function haloStyle(colours: MapColours): PathStyle {
  return { color: colours.halo, weight: HALO_PX, fillColor: 'none', fillOpacity: 0 }
}
