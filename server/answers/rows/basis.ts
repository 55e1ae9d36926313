import { type AreaCode, membersOf } from '#contract/areas.ts'
import type { SeriesQuery } from '#contract/series.ts'
import type { Span } from '#contract/time.ts'
import type { Queryable } from '#server/database/database.ts'
import { readSources } from '#server/series/chunks/source-changes.ts'
import type { Known } from '#server/series/known.ts'
import { filesOf } from '#server/series/series.ts'

/** `name` of stored values; `credit` includes the licence. */
export interface Origin {
  name: string
  credit: string | null
}

interface Wanted {
  areas: readonly AreaCode[]
  kinds: SeriesQuery['kind']
  span: Span
  known: Known
}

const VERSIONS: Readonly<Partial<Record<SeriesQuery['kind'][number], string>>> = {
  actual: 'actual: as last revised',
  tso: 'tso: as published when it was due (from files: as last published)',
  uploaded: 'uploaded: as issued before our run',
}

/** One line of ASCII without commas by area. */
export async function basisOf(
  { areas, kinds, span, known }: Wanted,
  { database, source }: { database: Queryable; source: Origin | null },
): Promise<Map<AreaCode, string>> {
  const sources = await readSources(database, [...new Set(areas.flatMap((area) => membersOf(area)))], span)
  const credit = source?.credit?.replaceAll(',', '') ?? null
  const withCredit = (name: string) =>
    name.replace(filesOf(''), '') === source?.name && credit !== null ? `${name} (${credit})` : name
  const run = known.run === null ? '' : `${known.run} `
  const versions = [
    ...kinds.flatMap((kind) => VERSIONS[kind] ?? []),
    ...(kinds.some((kind) => VERSIONS[kind] === undefined) ? [`others: our ${run}runs`] : []),
    ...(known.as_of === null ? [] : [`as known at ${known.as_of}`]),
  ]
  return new Map(
    areas.map((area) => {
      const members = membersOf(area)
      const ofArea = sources.flatMap((one) => (members.includes(one.area) ? [withCredit(one.source)] : []))
      const zone = `${area === 'DE' ? '' : 'DE is '}bidding zone DE-LU with Luxembourg`
      const parts = [
        ...(members.includes('DE') ? [zone] : []),
        `sources: ${[...new Set(ofArea)].join(' + ') || 'none'}`,
        ...versions,
      ]
      return [area, `${area}: ${parts.join('; ')}`]
    }),
  )
}
