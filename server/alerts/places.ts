interface Limits {
  /** At a time. */
  inAll: number
  perHost: number
}

interface Waiting {
  host: string
  userId: number
  begin: () => void
}

/** Does the work of users at hosts in a limited number of places. A free place goes to the user who had the last turn the longest ago. */
export function createPlaces({ inAll, perHost }: Limits) {
  const underWay: string[] = []
  let waiting: Waiting[] = []
  /** The number of the last turn of a user. */
  const lastTurns = new Map<number, number>()
  let turns = 0

  function next(): Waiting | undefined {
    if (underWay.length >= inAll) return undefined
    const lastTurn = ({ userId }: Waiting) => lastTurns.get(userId) ?? 0
    return waiting
      .filter(({ host }) => underWay.filter((other) => other === host).length < perHost)
      .toSorted((one, other) => lastTurn(one) - lastTurn(other))[0]
  }

  function fill(): void {
    for (let one = next(); one !== undefined; one = next()) {
      const begun = one
      waiting = waiting.filter((other) => other !== begun)
      underWay.push(one.host)
      lastTurns.set(one.userId, (turns += 1))
      one.begin()
    }
  }

  return async <Result>(host: string, userId: number, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((begin) => {
      waiting.push({ host, userId, begin })
      // After all that arrive together, so that none of their users takes every place.
      setImmediate(fill)
    })
    try {
      return await work()
    } finally {
      underWay.splice(underWay.indexOf(host), 1)
      fill()
    }
  }
}
