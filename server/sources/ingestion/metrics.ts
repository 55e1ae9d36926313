import { Counter, Gauge, type Registry } from 'prom-client'

import type { Source } from '#server/sources/source.ts'

export type IngestionMetrics = ReturnType<typeof createIngestionMetrics>

/** Everything that a source can be counted by begins at 0: what first appears at 1 has not increased. */
export function createIngestionMetrics(
  registry: Registry,
  { name: source, feeds }: Pick<Source, 'name' | 'feeds'>,
) {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name: `energy_source_${name}_total`, help, labelNames: ['source', label], registers })
  const metrics = {
    fetches: counter('fetches', 'Fetches from the source, with repetitions', 'kind'),
    failures: counter('failures', 'Fetches that failed', 'kind'),
    refusedValues: counter('refused_values', 'Values that cannot be true and were not stored', 'area'),
    changedValues: counter('changed_values', 'Stored values that are new or changed', 'kind'),
    lastAnswer: new Gauge({
      name: 'energy_source_last_answer_timestamp_seconds',
      help: 'When the source last answered; 0 if it has not since the start',
      labelNames: ['source'],
      registers,
    }),
  }
  for (const { area, kind } of feeds) {
    for (const counter of [metrics.fetches, metrics.failures, metrics.changedValues])
      counter.inc({ source, kind }, 0)
    metrics.refusedValues.inc({ source, area }, 0)
  }
  metrics.lastAnswer.set({ source }, 0)
  return metrics
}
