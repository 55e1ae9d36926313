import { setImmediate } from 'node:timers/promises'

import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Does work once all that has arrived meanwhile is handled: else health checks would wait for all queries whose values arrived together. */
export function inTurn<Result>(work: () => Result): Promise<Result> {
  return oneAtATime(async () => {
    await setImmediate()
    return work()
  })
}

/** Makes each piece in a turn of its own. */
export async function* inTurns<Piece>(pieces: Iterator<Piece>): AsyncGenerator<Piece> {
  for (;;) {
    const { done, value } = await inTurn(() => pieces.next())
    if (done === true) return
    yield value
  }
}
