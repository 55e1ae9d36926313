import { createAlertRoutes } from '#server/alerts/alert-routes.ts'
import { createAlertStore } from '#server/alerts/alert-store.ts'
import { createAlertWatch } from '#server/alerts/alert-watch.ts'
import { createMessageCounter, createSendMessage } from '#server/alerts/send-message.ts'
import { readDueBriefing } from '#server/answers/briefing.ts'
import { readSheetText } from '#server/answers/day/sheet-answer.ts'
import { readFinalForecast, readRunChange } from '#server/forecast/runs/kept/read-runs.ts'
import { readDelays } from '#server/series/store/actual-delays.ts'

import type { People } from './people.ts'
import type { Shared, Wing } from './shared.ts'
import type { Values } from './values.ts'

interface AlertsParts extends Shared, Pick<People, 'asUser' | 'readFollowed'>, Pick<Values, 'source'> {}

export function createAlerts(shared: AlertsParts) {
  const { config, database, store, source, leadership, metrics } = shared
  const hosts = config.ALERT_HOSTS
  const site = config.PUBLIC_URL ?? null
  const watch = createAlertWatch({
    ...shared,
    hosts,
    readFinal: (area, span) => readFinalForecast(store, area, span),
    readChange: (area, span) => readRunChange(store, area, span),
    readDelays: async (area, nowUtc) =>
      source === null ? [] : readDelays({ ...shared, source: source.name }, [area], nowUtc),
    readNewestRun: shared.newestRun,
    readSheet: (day) => readSheetText(shared, day),
    readDueBriefing: (userId) => readDueBriefing({ ...shared, site }, userId),
    send: createSendMessage({
      ...shared,
      hosts,
      count: createMessageCounter(metrics),
      mayRepeat: leadership.isLeader,
    }),
  })
  return {
    calls: createAlertRoutes({ ...shared, alerts: createAlertStore(database), hosts }),
    readiness: [],
    run: (signal) => watch.run(signal),
  } satisfies Wing
}
