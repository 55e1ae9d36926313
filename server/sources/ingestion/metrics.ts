import { Counter, Gauge, type Registry } from 'prom-client'

import type { Source } from '#server/sources/source.ts'

export interface IngestionMetrics {
  fetches: Counter<'source' | 'kind'>
  failures: Counter<'source' | 'kind'>
  refusedValues: Counter<'source' | 'area'>
  changedValues: Counter<'source' | 'kind'>
  lastAnswer: Gauge<'source'>
}

/** Everything that a source can be counted by begins at 0: what first appears at 1 has not increased. */
export function createIngestionMetrics(
  registry: Registry,
  { name: source, feeds }: Pick<Source, 'name' | 'feeds'>,
): IngestionMetrics {
  const registers = [registry]
  const metrics: IngestionMetrics = {
    fetches: new Counter({
      name: 'energy_source_fetches_total',
      help: 'Fetches from the source, with repetitions',
      labelNames: ['source', 'kind'],
      registers,
    }),
    failures: new Counter({
      name: 'energy_source_failures_total',
      help: 'Fetches that failed',
      labelNames: ['source', 'kind'],
      registers,
    }),
    refusedValues: new Counter({
      name: 'energy_source_refused_values_total',
      help: 'Values that cannot be true and were not stored',
      labelNames: ['source', 'area'],
      registers,
    }),
    changedValues: new Counter({
      name: 'energy_source_changed_values_total',
      help: 'Stored values that are new or changed',
      labelNames: ['source', 'kind'],
      registers,
    }),
    lastAnswer: new Gauge({
      name: 'energy_source_last_answer_timestamp_seconds',
      help: 'When the source last gave what it was asked for; 0 if it has not since the start',
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
