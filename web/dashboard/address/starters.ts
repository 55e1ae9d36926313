export const STARTERS: readonly { name: string; about: string; query: string }[] = [
  {
    name: 'Europe this week',
    about: 'Residual load of the four regions by the hour, up to tomorrow',
    query: `?v=1${['CWE', 'CEE', 'IT', 'SEE'].map((area) => `&g=${area},residual,H,-6d,1d,run,half`).join('')}`,
  },
  {
    name: 'Germany tomorrow',
    about: 'Final forecast of residual load with its range, compared with last week',
    query: '?v=1&g=DE,residual,H,1d,1d,run,week,final',
  },
  {
    name: 'Solar in Germany and France',
    about: 'Both countries in one chart, this week, compared with last week',
    query: '?v=1&g=DE,solar,H,week0d,0d,and:FR,run,week',
  },
  {
    name: 'France yesterday, by part',
    about: 'Load, solar, wind and residual load beside their forecasts',
    query: '?v=1&g=FR,residual,H,-1d,-1d,run,parts',
  },
  {
    name: 'Germany: residual load, wind and solar',
    about: 'From last week to tomorrow, residual load compared with the week before',
    query: '?v=1&g=DE,residual,H,-6d,1d,run,week&g=DE,wind,H,-6d,1d,run,half&g=DE,solar,H,-6d,1d,run,half',
  },
]
