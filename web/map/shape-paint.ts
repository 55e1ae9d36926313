/** Meaning of a shape's colour: above zero, zero or below, no value, or a country outside the data. */
export type ShapeTone = 'positive' | 'negative' | 'missing' | 'land'

/** Steps of colour from pale to deep. */
export const DEPTHS = [0, 1, 2, 3, 4] as const
export type ShapeDepth = (typeof DEPTHS)[number]

/** The CSS variable of a colour step (map.css); each theme gives it its own value. */
export function depthVariable(tone: 'positive' | 'negative', depth: ShapeDepth): string {
  return `--map-${tone}-${depth}`
}

export interface ShapePaint {
  tone: ShapeTone
  /** How deep the colour of a positive or negative shape is. */
  depth: ShapeDepth
  /** Permanent label on the shape; null for none. */
  label: string | null
}

export const PLAIN_LAND: ShapePaint = { tone: 'land', depth: 0, label: null }

export type MapColours = ReturnType<typeof readColours>

/** The theme's colours, resolved for SVG attributes; read again when the theme changes. */
export function readColours(element: Element) {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    /** By depth. */
    positive: DEPTHS.map((depth) => read(depthVariable('positive', depth))),
    negative: DEPTHS.map((depth) => read(depthVariable('negative', depth))),
    missing: read('--missing'),
    land: read('--map-land'),
    border: read('--map-border'),
    landBorder: read('--map-land-border'),
    outline: read('--map-outline'),
    halo: read('--map-halo'),
  }
}

/** Widths in pixels. */
const BORDER_PX = 1
const OUTLINE_PX = 3.5
const HALO_PX = 6
const LAND_OPACITY = 0.75
const VALUE_OPACITY = 0.92

export function pathStyle({ tone, depth }: ShapePaint, isSelected: boolean, colours: MapColours) {
  const isValue = tone === 'positive' || tone === 'negative'
  return {
    color: isSelected ? colours.outline : tone === 'land' ? colours.landBorder : colours.border,
    weight: isSelected ? OUTLINE_PX : BORDER_PX,
    fillColor: isValue ? (colours[tone][depth] ?? '') : colours[tone],
    fillOpacity: tone === 'land' ? LAND_OPACITY : VALUE_OPACITY,
  }
}

/** The light halo around the dark outline of the selected shape; it keeps the outline visible on a dark map. */
export function haloStyle(colours: MapColours) {
  return { color: colours.halo, weight: HALO_PX, fillColor: 'none', fillOpacity: 0 }
}
