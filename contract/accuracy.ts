import { z } from 'zod'

import { FORECAST_AREAS, FORECAST_COUNTRIES } from './countries.ts'
import { dictionaryOf } from './dictionary.ts'
import { DayForecastQuerySchema, DayQuerySchema } from './forecast.ts'
import { deliveryDay } from './wall-time.ts'

export const ACCURACY_PATH = '/api/v1/accuracy'
export const RUNS_PATH = '/api/v1/runs'

const megawatts = z.number().nullable()
/** RFC 3339, UTC. */
const timestamp = z.string()

const area = z.enum(FORECAST_AREAS).describe('A country of the map')

export const AccuracyQuerySchema = DayForecastQuerySchema.extend({ area })

/** Inputs besides history and weather; `recent actuals` are of this morning. */
export const RUN_INPUTS = ['load forecast', 'solar forecast', 'wind forecast', 'recent actuals'] as const
export type RunInput = (typeof RUN_INPUTS)[number]

const RunWeatherSchema = z.object({
  /** As the source names it, such as `ecmwf_ifs`. */
  model: z.string(),
  /** Null if the source does not report it. */
  run: timestamp.nullable(),
  knownAt: timestamp,
})
export type ForecastRunWeather = z.infer<typeof RunWeatherSchema>

export const ForecastRunSchema = z.object({
  issuedAt: timestamp,
  /** Later actual values were not used. */
  informationTime: timestamp,
  /** For a replay, the past time that it simulates. */
  as_of: timestamp,
  /** `complete`: with all inputs that the area publishes. */
  kind: z.enum(['early', 'complete']),
  /** Made after its deadline. */
  isLate: z.boolean(),
  /** Computed afterwards from what was known at the time. */
  isReplayed: z.boolean(),
  /** Default for servers that do not send it. */
  usedInputs: z.array(z.enum(RUN_INPUTS)).default([]),
  /** Usually available; inputs that an area never publishes are neither used nor missing. */
  missingInputs: z.array(z.enum(RUN_INPUTS)),
  uploads: z.array(z.string()).default([]),
  weather: RunWeatherSchema.nullable(),
  /** In one line. */
  note: z.string(),
})
export type ForecastRun = z.infer<typeof ForecastRunSchema>

/** Worded for the page. The model does not learn from the faulty data. */
export const DataDefectSchema = z.object({
  quantity: z.enum(['load', 'solar', 'wind', 'weather']),
  text: z.string(),
})
export type DataDefect = z.infer<typeof DataDefectSchema>

/** Scores on the hours for which the upload's stated issue time precedes our run. */
const UploadScoresSchema = z.object({
  label: z.string(),
  hours: z.number().int(),
  /** `receivedDays`: days uploaded before our run. */
  days: z.number().int(),
  receivedDays: z.number().int(),
  maeMw: megawatts,
  finalMaeMw: megawatts,
  tsoMaeMw: megawatts,
})
export type UploadScores = z.infer<typeof UploadScoresSchema>

/** Scores of the last scored days before `day`; all forecasts on the same hours. */
export const ScoresSchema = z.object({
  fromDay: deliveryDay.nullable(),
  toDay: deliveryDay.nullable(),
  /** Fewer than requested if fewer forecasts are kept. */
  days: z.number().int(),
  /** Computed afterwards, from what was known at the time. */
  replayedDays: z.number().int(),
  /** Left out because actual values are suspiciously low or high. */
  suspiciousDays: z.number().int().default(0),
  hours: z.number().int(),
  /** `copied`: repeats the actual values; `last-published`: possibly published after delivery. Neither is scored. */
  tsoForecast: z.enum(['published', 'copied', 'last-published', 'missing']),
  tsoMaeMw: megawatts,
  modelMaeMw: megawatts,
  finalMaeMw: megawatts,
  /** Null from servers that do not send it. */
  meanLoadMw: megawatts.default(null),
  /** 0 to 1; the goal is 0.8. */
  bandCoverage: z.number().nullable(),
  uploaded: z.array(UploadScoresSchema).default([]),
})
export type Scores = z.infer<typeof ScoresSchema>

/** Residual load of one hour, MW. */
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
  run: ForecastRunSchema.nullable(),
  /** The last 28 days, by the shown kind of run, else by complete runs. */
  scores: ScoresSchema,
  /** In order of time. */
  hours: z.array(HourSchema),
  uploaded: z.array(z.object({ label: z.string(), powerMw: z.array(megawatts) })).default([]),
  /** Complete and without suspicious values. */
  yesterday: z.object({
    day: deliveryDay,
    hours: z.array(HourSchema.omit({ model: true })),
    /** On the same hours; `tsoMaeMw` is null if the TSO's forecast before the day is not known. */
    finalMaeMw: megawatts.default(null),
    tsoMaeMw: megawatts.default(null),
  }),
  defects: z.array(DataDefectSchema),
})
export type AccuracyAnswer = z.infer<typeof AccuracyAnswerSchema>

export const RunsAnswerSchema = z.object({
  day: deliveryDay,
  firstDay: deliveryDay.nullable(),
  lastDay: deliveryDay.nullable(),
  /** Whichever is requested; `early` only if made before the auction. */
  kinds: z.array(z.enum(['early', 'complete'])),
  /** By country; countries without a run are absent. */
  runs: dictionaryOf(ForecastRunSchema),
})
export type RunsAnswer = z.infer<typeof RunsAnswerSchema>

export const ACCURACY_OVER_TIME_PATH = '/api/v1/accuracy-over-time'
export const LEADERS_PATH = '/api/v1/leaders'

/** Scored days at most. */
export const PERIOD_DAYS = [7, 28, 90] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

export const AccuracyOverTimeQuerySchema = DayQuerySchema.extend({ area })

const HourScoresSchema = ScoresSchema.pick({
  hours: true,
  tsoMaeMw: true,
  modelMaeMw: true,
  finalMaeMw: true,
  bandCoverage: true,
}).extend({ hour: z.number().int().min(0).max(23) })

const CountryScoresSchema = ScoresSchema.extend({ byHour: z.array(HourScoresSchema) })
export type CountryScores = z.infer<typeof CountryScoresSchema>

/** By period; each kind of run is scored by its own runs. */
const ofCountry = <Of extends z.ZodType>(scores: Of) =>
  z.object({
    country: z.enum(FORECAST_COUNTRIES),
    /** On the requested day. */
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

export const LeadersAnswerSchema = z.object({ day: deliveryDay, countries: z.array(ofCountry(ScoresSchema)) })
export type LeadersAnswer = z.infer<typeof LeadersAnswerSchema>
