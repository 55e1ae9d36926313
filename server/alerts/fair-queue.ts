interface Limits {
  /** Places in all. */
  inAll: number
  perHost: number
}

interface Waiting {
  host: string
  userId: number
  begin: () => void
}

/**
 * Limits concurrent work. A free place goes to the user with the fewest places and then with the shortest
 * holding time, so that users with responsive receivers come first.
 */
export function createFairQueue({ inAll, perHost }: Limits) {
  let underWay: Waiting[] = []
  let waiting: Waiting[] = []
  /** By user, since all places were last free. */
  const heldMs = new Map<number, number>()
  const heldBy = ({ userId }: Waiting) => heldMs.get(userId) ?? 0
  const placesOf = (key: 'host' | 'userId', of: Waiting) =>
    underWay.filter((other) => other[key] === of[key]).length

  function next(): Waiting | undefined {
    if (underWay.length >= inAll) return undefined
    return waiting
      .filter((one) => placesOf('host', one) < perHost)
      .toSorted(
        (one, other) => placesOf('userId', one) - placesOf('userId', other) || heldBy(one) - heldBy(other),
      )[0]
  }

  function fill(): void {
    for (let one = next(); one !== undefined; one = next()) {
      const begun = one
      waiting = waiting.filter((other) => other !== begun)
      underWay.push(one)
      one.begin()
    }
    if (underWay.length === 0) heldMs.clear()
  }

  return async <Result>(host: string, userId: number, work: () => Promise<Result>): Promise<Result> => {
    const place = await new Promise<Waiting>((resolve) => {
      const one: Waiting = { host, userId, begin: () => resolve(one) }
      waiting.push(one)
      // Waits for other arrivals of this turn, so that one user does not take every place.
      setImmediate(fill)
    })
    const beganMs = performance.now()
    try {
      return await work()
    } finally {
      underWay = underWay.filter((other) => other !== place)
      heldMs.set(userId, heldBy(place) + performance.now() - beganMs)
      fill()
    }
  }
}
