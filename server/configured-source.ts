import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createDemoSource } from './sources/demo-source.ts'
import { createEnergyChartsSource } from './sources/energy-charts.ts'
import { createEntsoeSource } from './sources/entsoe.ts'
import type { Feed, Source } from './sources/source.ts'

/**
 * The source that `SOURCE` names, null for `none`: the one place that knows them all. `onDuplicates` is told of values that a
 * source gave more than once in one answer.
 */
export function createConfiguredSource(
  config: Config,
  clock: Clock,
  onDuplicates: (feed: Feed, count: number) => void = () => {},
): Source | null {
  const { SOURCE, ENTSOE_URL, ENTSOE_TOKEN = '', ENERGY_CHARTS_URL, ENERGY_CHARTS_PACE_S } = config
  if (SOURCE === 'demo') return createDemoSource({ clock })
  if (SOURCE === 'entsoe')
    return createEntsoeSource({ url: ENTSOE_URL, token: ENTSOE_TOKEN, clock, onDuplicates })
  if (SOURCE === 'energy-charts')
    return createEnergyChartsSource({
      url: ENERGY_CHARTS_URL,
      clock,
      secondsBetweenRequests: ENERGY_CHARTS_PACE_S,
    })
  return null
}
