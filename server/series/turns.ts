import { setImmediate } from 'node:timers/promises'

import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Runs after all that has arrived: otherwise health checks would wait for all queries whose values arrived together. */
export function inTurn<Result>(work: () => Result): Promise<Result> {
  return oneAtATime(async () => {
    await setImmediate()
    return work()
  })
}

/** One turn per piece. */
export async function* inTurns<Piece>(pieces: Iterator<Piece>): AsyncGenerator<Piece> {
  for (;;) {
    const { done, value } = await inTurn(() => pieces.next())
    if (done === true) return
    yield value
  }
}
