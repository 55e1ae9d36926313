import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { hourKey } from '#web/model/view/playback.ts'

/** A day of all countries. Every country changes its value every hour, and some change their sign. */
export const FORECAST_ANSWER: ForecastAnswer = Object.fromEntries(
  FORECAST_COUNTRIES.map((country, index) => [
    country,
    Object.fromEntries(
      Array.from({ length: 24 }, (_, hour) => {
        const powerMw = 1000 * index + 3000 * Math.sin(hour + index)
        return [
          hourKey(hour),
          { TSO: powerMw + 7, Instance_Today: 2 * powerMw, Instance_Tomorrow: powerMw, Final_Value: powerMw },
        ]
      }),
    ),
  ]),
)
