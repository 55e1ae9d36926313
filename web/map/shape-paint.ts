/** `negative`: zero or below; `missing`: no value; `land`: a country outside the data. */
export type ShapeTone = 'positive' | 'negative' | 'missing' | 'land'

/** From pale to deep. */
export const DEPTHS = [0, 1, 2, 3, 4] as const
export type ShapeDepth = (typeof DEPTHS)[number]

/** Defined in map.css, for each theme. */
export function depthVariable(tone: 'positive' | 'negative', depth: ShapeDepth): string {
  return `--map-${tone}-${depth}`
}

export interface ShapePaint {
  tone: ShapeTone
  /** Ignored for missing values and land. */
  depth: ShapeDepth
  label: string | null
}

export const PLAIN_LAND: ShapePaint = { tone: 'land', depth: 0, label: null }

export type MapColours = ReturnType<typeof readColours>

/** Colours of the theme, resolved for SVG attributes. */
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

/** Keeps the dark outline of the selected shape visible on a dark map. */
export function haloStyle(colours: MapColours) {
  return { color: colours.halo, weight: HALO_PX, fillColor: 'none', fillOpacity: 0 }
}
