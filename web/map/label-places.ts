export interface LabelPlace {
  key: string
  /** Middle of the label in pixels of the map. */
  x: number
  y: number
  /** How much room its shape has around it, in pixels: of two labels that would overlap, the one with more stays. */
  room: number
}

/** A label of five digits and a sign. */
const WIDTH_PX = 40
const HEIGHT_PX = 15

/** The labels that can stand without covering one another. */
export function freeLabels(places: readonly LabelPlace[]): Set<string> {
  const kept: LabelPlace[] = []
  for (const place of places.toSorted((a, b) => b.room - a.room)) {
    const isFree = kept.every(
      (other) => Math.abs(other.x - place.x) >= WIDTH_PX || Math.abs(other.y - place.y) >= HEIGHT_PX,
    )
    if (isFree) kept.push(place)
  }
  return new Set(kept.map((place) => place.key))
}
