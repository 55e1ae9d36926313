import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

export interface IngestionMetrics {
  fetches: Counter<'source' | 'kind'>
  failures: Counter<'source' | 'kind'>
  refusedValues: Counter<'source' | 'area'>
  changedValues: Counter<'source' | 'kind'>
  outageSince: Gauge<'source'>
}

export function createIngestionMetrics(registry: Registry): IngestionMetrics {
  const registers = [registry]
  return {
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
    outageSince: new Gauge({
      name: 'energy_source_outage_since_timestamp_seconds',
      help: 'When the source began to give nothing; 0 while it gives something',
      labelNames: ['source'],
      registers,
    }),
  }
}
