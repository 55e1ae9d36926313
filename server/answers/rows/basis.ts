import { type AreaCode, membersOf } from '#contract/areas.ts'
import type { SeriesKind } from '#contract/series.ts'
import type { Queryable } from '#server/database/database.ts'
import { readSources } from '#server/series/chunks/source-changes.ts'
import type { Known } from '#server/series/known.ts'
import { filesOf, type Span } from '#server/series/series.ts'

/** The source of a server: the name that its values are stored under, and its credit with the licence. */
export interface Origin {
  name: string
  credit: string | null
}

interface Wanted {
  areas: readonly AreaCode[]
  kinds: readonly SeriesKind[]
  span: Span
  known: Known
}

/** The version of its values that each kind gives. */
const VERSIONS: Readonly<Partial<Record<SeriesKind, string>>> = {
  actual: 'actual: as last revised',
  tso: 'tso: as published when it was due (from files: as last published)',
}

/** Names in one line of ASCII without commas what the numbers of an answer stand on: zone, sources with licence, and version. Rejects with a `DatabaseError`. */
export async function basisOf(
  { areas, kinds, span, known }: Wanted,
  { database, source }: { database: Queryable; source: Origin | null },
): Promise<string> {
  const members = areas.flatMap((area) => membersOf(area))
  const sources = await readSources(database, members, span)
  const credit = source?.credit?.replaceAll(',', '') ?? null
  const named = sources.map((name) =>
    name.replace(filesOf(''), '') === source?.name && credit !== null ? `${name} (${credit})` : name,
  )
  const own = kinds.some((kind) => VERSIONS[kind] === undefined)
    ? [`others: our ${known.run === null ? '' : `${known.run} `}runs`]
    : []
  return [
    ...(members.includes('DE') ? ['DE: bidding zone DE-LU with Luxembourg'] : []),
    `sources: ${named.join(' + ') || 'none'}`,
    ...kinds.flatMap((kind) => VERSIONS[kind] ?? []),
    ...own,
    ...(known.asOf === null ? [] : [`as known at ${known.asOf}`]),
  ].join('; ')
}
