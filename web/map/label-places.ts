export interface LabelPlace {
  key: string
  /** Middle of the label in pixels of the map. */
  x: number
  y: number
  /** Size of the shape around it. Where two labels would overlap, the one with more room stays. */
  room: number
}

/** Size of a label with five digits and a sign. */
const WIDTH_PX = 40
const HEIGHT_PX = 15

/** The keys of the labels that fit without covering one another. */
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
