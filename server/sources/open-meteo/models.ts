/** Models of DWD have wind at 120 m, not at 100 m. A constant factor between the two makes no difference to the forecast. */
const WITH_WIND_AT_120_M = /^(dwd_)?icon/

/** The service's name of the wind speed nearest to 100 m that a model has itself. */
export function windVariableOf(model: string): string {
  return WITH_WIND_AT_120_M.test(model) ? 'wind_speed_120m' : 'wind_speed_100m'
}

/** The name under which the service keeps a model's data and says when its last run came. */
export function datasetOf(model: string): string {
  return model.startsWith('icon') ? `dwd_${model}` : model
}
