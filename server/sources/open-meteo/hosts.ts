/** Where the service answers. */
export interface OpenMeteoHosts {
  forecast: string
  /** Where earlier runs are; null where that is not known. */
  previousRuns: string | null
}

const FREE_HOST = 'api.open-meteo.com'
const PREVIOUS_RUNS_PREFIX = 'previous-runs-'
const CUSTOMER_PREFIX = 'customer-'

/**
 * The addresses that follow from the settings: with a key those for customers. A server of one's own has no other address
 * for earlier runs unless one is set.
 */
export function hostsOf(
  url: string,
  key: string | undefined,
  historyUrl: string | undefined,
): OpenMeteoHosts {
  const forecast = new URL(url)
  if (forecast.hostname === FREE_HOST && key !== undefined)
    forecast.hostname = `${CUSTOMER_PREFIX}${FREE_HOST}`
  const bare = (address: URL | string) => String(address).replace(/\/+$/, '')
  if (historyUrl !== undefined) return { forecast: bare(forecast), previousRuns: bare(historyUrl) }
  if (forecast.hostname !== FREE_HOST && forecast.hostname !== `${CUSTOMER_PREFIX}${FREE_HOST}`)
    return { forecast: bare(forecast), previousRuns: null }
  const history = new URL(forecast)
  history.hostname = forecast.hostname.replace(FREE_HOST, `${PREVIOUS_RUNS_PREFIX}${FREE_HOST}`)
  return { forecast: bare(forecast), previousRuns: bare(history) }
}
