/** The call of the map's values. Apart from its schemas, which take the browser longer to load than the map may take. */
export const FORECAST_PATH = '/energia/tab-2'
