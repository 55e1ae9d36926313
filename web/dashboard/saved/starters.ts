/** Ready-made dashboards to begin with. Their days move on with the calendar. */
export const STARTERS: readonly { name: string; about: string; query: string }[] = [
  {
    name: 'Europe this week',
    about: 'Residual load of the four regions, hour by hour, until tomorrow',
    query: `?v=1${['CWE', 'CEE', 'IT', 'SEE'].map((area) => `&g=${area},residual,H,-6d,1d,run,half`).join('')}`,
  },
  {
    name: 'Germany tomorrow',
    about: 'Final forecast of residual load with its band, against the week before',
    query: '?v=1&g=DE,residual,H,1d,1d,run,week,final',
  },
  {
    name: 'Germany and France, sun',
    about: 'Solar of both in one chart, this week',
    query: '?v=1&g=DE,solar,H,week0d,0d,and:FR,run',
  },
  {
    name: 'France yesterday, by part',
    about: 'Load, solar, wind and residual load beside their forecasts',
    query: '?v=1&g=FR,residual,H,-1d,-1d,run,parts',
  },
  {
    name: 'Germany, wind and sun',
    about: 'Residual load against the week before, wind and solar until tomorrow',
    query: '?v=1&g=DE,residual,H,-6d,1d,run,week&g=DE,wind,H,-6d,1d,run,half&g=DE,solar,H,-6d,1d,run,half',
  },
]
