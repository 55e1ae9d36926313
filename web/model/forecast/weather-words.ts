import type { ForecastRunWeather } from '#contract/accuracy.ts'

/** What the sources call the weather models that people know, and what is not one. */
const SERVICES: readonly [RegExp, string][] = [
  [/^ecmwf/, 'ECMWF'],
  [/icon/, 'ICON'],
  [/^(meteofrance_)?arpege/, 'ARPEGE'],
  [/^(ncep_)?gfs/, 'GFS'],
  [/^csv /, 'an imported file'],
  [/^demo$/, 'the demo'],
  [/^(ukmo|metoffice)/, 'UK Met Office'],
]

/** `weather of ECMWF 00 UTC`: the model, and the hour at which its run began where that is known. */
export function weatherWords({ model, run }: ForecastRunWeather): string {
  const service = SERVICES.find(([pattern]) => pattern.test(model))?.[1] ?? model
  return `weather of ${service}${run === null ? '' : ` ${run.slice(11, 13)} UTC`}`
}
