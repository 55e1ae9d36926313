const FREE_HOST = 'api.open-meteo.com'
const CUSTOMER_HOST = `customer-${FREE_HOST}`

/** A self-hosted server has no earlier runs (null) unless `historyUrl` is set. */
export function hostsOf(url: string, key: string | undefined, historyUrl: string | undefined) {
  const forecast = new URL(url)
  if (forecast.hostname === FREE_HOST && key !== undefined) forecast.hostname = CUSTOMER_HOST
  const history = new URL(historyUrl ?? forecast)
  if (historyUrl === undefined)
    history.hostname = forecast.hostname.replace(FREE_HOST, `previous-runs-${FREE_HOST}`)
  const isElsewhere = ![FREE_HOST, CUSTOMER_HOST].includes(forecast.hostname)
  const bare = (address: URL) => String(address).replace(/\/+$/, '')
  return {
    forecast: bare(forecast),
    previousRuns: historyUrl === undefined && isElsewhere ? null : bare(history),
  }
}
