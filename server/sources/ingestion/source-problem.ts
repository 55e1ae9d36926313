/** So many feeds that fail before one is read mean that the trouble is the source's, not theirs. */
const FAILURES_OF_A_SOURCE = 4

/** Why a source gives nothing, for as long as it gives nothing. */
export interface SourceProblem {
  /** A round of asking begins. */
  begin: () => void
  /** A feed was read: the source gives something. */
  read: () => void
  /** A feed could not be read, for a reason given as a sentence. */
  failed: (reason: string) => void
  /** The reason, null where nothing is wrong with the source as a whole. */
  current: () => string | null
}

export function createSourceProblem(feedCount: number): SourceProblem {
  let failures = 0
  let isGiving = false
  let problem: string | null = null
  return {
    begin() {
      failures = 0
      isGiving = false
    },
    read() {
      isGiving = true
      problem = null
    },
    failed(reason) {
      failures += 1
      if (!isGiving && failures >= Math.min(FAILURES_OF_A_SOURCE, feedCount)) problem = reason
    },
    current: () => problem,
  }
}
