import type { RouteOptions } from 'fastify'

import { AREA_CODES, areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { aliasesOf, type AreaList, AreaListSchema, AREAS_PATH } from '#contract/series.ts'
import { toStamp } from '#contract/time.ts'
import type { AnswerJson } from '#server/answers/sending/answer-once.ts'
import { call } from '#server/http/call.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

export interface AreasRouteParts {
  series: Pick<SeriesStore, 'spans'>
  placeOf: (area: MemberCode) => { zone: string; eic: string }
}

export function createAreasRoute(parts: AreasRouteParts & { answerJson: AnswerJson }): RouteOptions {
  return call(
    {
      method: 'GET',
      path: AREAS_PATH,
      who: 'reader',
      summary: 'Areas with aliases, time zones and stored time spans',
      answer: AreaListSchema,
      isQueued: true,
      hasTag: true,
    },
    async ({ request, reply }) =>
      parts.answerJson(request, reply, {
        kind: AREAS_PATH,
        name: '',
        isShared: true,
        make: () => listAreas(parts),
      }),
  )
}

async function listAreas({ series, placeOf }: AreasRouteParts): Promise<AreaList> {
  const spans = await series.spans()
  return AREA_CODES.map((code) => {
    const [member, ...others] = membersOf(code)
    const isGroup = member === undefined || others.length > 0
    return {
      code,
      name: areaLabel(code),
      aliases: aliasesOf(code),
      members: isGroup ? [...membersOf(code)] : [],
      ...(isGroup ? { zone: null, eic: null } : placeOf(member)),
      stored: spans
        .filter(({ area }) => area === code)
        .map(({ quantity, kind, fromUtc, toUtc }) => ({
          quantity,
          kind,
          from_utc: toStamp(fromUtc),
          to_utc: toStamp(toUtc),
        })),
    }
  })
}
