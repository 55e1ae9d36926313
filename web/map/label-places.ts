export interface LabelPlace {
  key: string
  /** Middle of the label in map pixels. */
  x: number
  y: number
  /** Size of the shape. Of two overlapping labels, the one with more room is shown. */
  room: number
}

/** Five digits and a sign. */
const WIDTH_PX = 40
const HEIGHT_PX = 15

/** Keys of the labels that fit without overlap. */
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
