import type { FastifyBaseLogger } from 'fastify'

import { feedName, type Feed } from '#server/sources/source.ts'

/** More of one answer say nothing new. */
const MAX_FAULTS = 5

/** Says what is wrong in answers of a source that were stored. */
export function logFaults(
  logger: Pick<FastifyBaseLogger, 'warn'>,
  feed: Feed,
  faults: readonly string[],
): void {
  if (faults.length === 0) return
  const reasons = faults.slice(0, MAX_FAULTS)
  logger.warn({ feed: feedName(feed), count: faults.length, reasons }, 'source sent values with faults')
}
