import { z } from 'zod'

import { FORECAST_AREAS, FORECAST_COUNTRIES } from './countries.ts'
import { dictionaryOf } from './dictionary.ts'
import { DayForecastQuerySchema, DayQuerySchema } from './forecast.ts'
import { deliveryDay } from './wall-time.ts'

export const ACCURACY_PATH = '/api/v1/accuracy'
export const RUNS_PATH = '/api/v1/runs'

const megawatts = z.number().nullable()
/** UTC, RFC 3339. */
const timestamp = z.string()

const area = z.enum(FORECAST_AREAS).describe('A country of the map')

export const AccuracyQuerySchema = DayForecastQuerySchema.extend({ area })

/** Inputs of a run besides its history and the weather: the TSO's forecasts, and this morning's actual values. */
export const RUN_INPUTS = ['load forecast', 'solar forecast', 'wind forecast', 'recent actuals'] as const
export type RunInput = (typeof RUN_INPUTS)[number]

/** The forecast weather that a run rests on. */
const RunWeatherSchema = z.object({
  /** As the weather's source names it, such as `ecmwf_ifs`. */
  model: z.string(),
  /** When the weather model's run began; null where the source does not say. */
  run: timestamp.nullable(),
  /** When this weather could be used. */
  knownAt: timestamp,
})
export type ForecastRunWeather = z.infer<typeof RunWeatherSchema>

/** Inputs of one run of the model, and when it was made. */
export const ForecastRunSchema = z.object({
  issuedAt: timestamp,
  /** Actual values later than this were not used. */
  informationTime: timestamp,
  /** The run rests on what was known then: when it was made, or for a replay the time that it stands for. */
  as_of: timestamp,
  /** `early`: before the TSO's wind and solar forecasts; `complete`: with all that the area publishes. */
  kind: z.enum(['early', 'complete']),
  /** Made after the time at which it was due. */
  isLate: z.boolean(),
  /** Computed afterwards from what was known at the information time. */
  isReplayed: z.boolean(),
  /** Empty from servers that do not say it. */
  usedInputs: z.array(z.enum(RUN_INPUTS)).default([]),
  /** Inputs that are usually there and were not. An input that an area never publishes is neither used nor missing. */
  missingInputs: z.array(z.enum(RUN_INPUTS)),
  /** Labels of the uploaded forecasts that have a weight in the final values. */
  uploads: z.array(z.string()).default([]),
  /** Null for a run without forecast weather. */
  weather: RunWeatherSchema.nullable(),
  /** One line on how the final value came about. */
  note: z.string(),
})
export type ForecastRun = z.infer<typeof ForecastRunSchema>

/** A fault found in what the TSO publishes, in words for the page; the model does not learn from it. */
export const DataDefectSchema = z.object({
  quantity: z.enum(['load', 'solar', 'wind', 'weather']),
  text: z.string(),
})
export type DataDefect = z.infer<typeof DataDefectSchema>

/** An uploaded forecast on those scored hours for which it was issued before our run, as its owner says: errors of all three on these hours. */
const UploadScoresSchema = z.object({
  label: z.string(),
  hours: z.number().int(),
  /** Days with a value, and those of them whose values had arrived before our run. */
  days: z.number().int(),
  receivedDays: z.number().int(),
  maeMw: megawatts,
  finalMaeMw: megawatts,
  tsoMaeMw: megawatts,
})
export type UploadScores = z.infer<typeof UploadScoresSchema>

/** Residual load over the last scored days before `day`: mean absolute errors in MW, on the same hours for all three. */
export const ScoresSchema = z.object({
  fromDay: deliveryDay.nullable(),
  toDay: deliveryDay.nullable(),
  /** How many days are scored: fewer than requested if fewer forecasts are kept. */
  days: z.number().int(),
  /** How many of these were forecast afterwards, from what was known at the time. */
  replayedDays: z.number().int(),
  /** How many days since the first of them are left out because their actual values are suspiciously low or high. */
  suspiciousDays: z.number().int().default(0),
  hours: z.number().int(),
  /** `copied`: it repeats the actual values; `last-published`: known only as last published, maybe after the day. Neither is compared with. */
  tsoForecast: z.enum(['published', 'copied', 'last-published', 'missing']),
  tsoMaeMw: megawatts,
  modelMaeMw: megawatts,
  finalMaeMw: megawatts,
  /** Mean actual load of the scored hours; null from servers that do not say it. */
  meanLoadMw: megawatts.default(null),
  /** Share of actual values between P10 and P90, 0 to 1; the goal is 0.8. */
  bandCoverage: z.number().nullable(),
  uploaded: z.array(UploadScoresSchema).default([]),
})
export type Scores = z.infer<typeof ScoresSchema>

/** Residual load of an hour of a delivery day, MW. */
const HourSchema = z.object({
  startsAt: timestamp,
  tso: megawatts,
  model: megawatts,
  final: megawatts,
  p10: megawatts,
  p90: megawatts,
  actual: megawatts,
})

export const AccuracyAnswerSchema = z.object({
  country: z.enum(FORECAST_COUNTRIES),
  day: deliveryDay,
  /** The run that the day's values are from; null where none is kept. */
  run: ForecastRunSchema.nullable(),
  /** The last 28 days: how good runs of the kind that is shown were; of complete runs where none is. */
  scores: ScoresSchema,
  /** Residual load of the delivery day, MW, in order of time. */
  hours: z.array(HourSchema),
  /** Residual load of these hours by uploaded forecasts. */
  uploaded: z.array(z.object({ label: z.string(), powerMw: z.array(megawatts) })).default([]),
  /** The last day whose actual values are complete and not suspicious: final against actual, in order of time. */
  yesterday: z.object({
    day: deliveryDay,
    hours: z.array(HourSchema.omit({ model: true })),
    /** Mean absolute errors on the same hours; of the final forecast alone where the TSO's is not known as it was before the day. */
    finalMaeMw: megawatts.default(null),
    tsoMaeMw: megawatts.default(null),
  }),
  defects: z.array(DataDefectSchema),
})
export type AccuracyAnswer = z.infer<typeof AccuracyAnswerSchema>

/** Which delivery days can be requested, and the run behind each country of the requested day. */
export const RunsAnswerSchema = z.object({
  day: deliveryDay,
  /** First and last delivery day with a run; null where none is kept. */
  firstDay: deliveryDay.nullable(),
  lastDay: deliveryDay.nullable(),
  /** The kinds of run that are kept of the day, whichever is requested; `early` only where one was made before the auction. */
  kinds: z.array(z.enum(['early', 'complete'])),
  /** By country; a country without a run is absent. */
  runs: dictionaryOf(ForecastRunSchema),
})
export type RunsAnswer = z.infer<typeof RunsAnswerSchema>

export const ACCURACY_OVER_TIME_PATH = '/api/v1/accuracy-over-time'
export const LEADERS_PATH = '/api/v1/leaders'

/** How many scored days a period has at most. */
export const PERIOD_DAYS = [7, 28, 90] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

/** Days before the delivery day are scored once they are over. */
export const AccuracyOverTimeQuerySchema = DayQuerySchema.extend({ area })

const HourScoresSchema = ScoresSchema.pick({
  hours: true,
  tsoMaeMw: true,
  modelMaeMw: true,
  finalMaeMw: true,
  bandCoverage: true,
}).extend({ hour: z.number().int().min(0).max(23) })

/** Scores of one kind of run over a period, in all and by hour of the local day. */
const CountryScoresSchema = ScoresSchema.extend({ byHour: z.array(HourScoresSchema) })
export type CountryScores = z.infer<typeof CountryScoresSchema>

/** How good the forecast of one country was over each period, each kind of run by its own past. */
const ofCountry = <Of extends z.ZodType>(scores: Of) =>
  z.object({
    country: z.enum(FORECAST_COUNTRIES),
    /** The kind of run that the country shows on the requested day; null where none is kept. */
    shownKind: ForecastRunSchema.shape.kind.nullable(),
    periods: z.array(
      z.object({
        days: z.union(PERIOD_DAYS.map((days) => z.literal(days))),
        early: scores,
        complete: scores,
      }),
    ),
  })

export const AccuracyOverTimeAnswerSchema = ofCountry(CountryScoresSchema).extend({ day: deliveryDay })
export type AccuracyOverTimeAnswer = z.infer<typeof AccuracyOverTimeAnswerSchema>

/** Accuracy of all countries over time, without the hours. */
export const LeadersAnswerSchema = z.object({ day: deliveryDay, countries: z.array(ofCountry(ScoresSchema)) })
export type LeadersAnswer = z.infer<typeof LeadersAnswerSchema>
