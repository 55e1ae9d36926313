import { z } from 'zod'

import { deliveryDay } from './wall-time.ts'

export const SETTINGS_PATH = '/settings.json'
export const STATUS_PATH = '/energia/status'

const instant = z.iso.datetime()

const origin = {
  /** `Demo data`, `ENTSO-E`; `null` if the server reads from no source, or cannot know. */
  source: z.string().nullable(),
  /** The pages must mark demo data as such. */
  isDemo: z.boolean(),
  /** Required by the source's licence. */
  credit: z.string().nullable(),
}

/** Instants are RFC 3339 in UTC. */
export const StatusSchema = z.object({
  nowUtc: instant.nullable().default(null),
  ...origin,
  /** For the head of files. */
  licence: z.string().nullable().default(null),
  newestActualUtc: instant.nullable(),
  /** For the last forecast delivery day, without replays. */
  newestRun: z.object({ day: deliveryDay, issuedAtUtc: instant }).nullable().default(null),
  /** When the first stored run was made, without replays. */
  firstRunUtc: instant.nullable().default(null),
  /** The newest actual value is overdue. */
  isStale: z.boolean(),
  /** All stored values, actual or forecast. */
  span: z.object({ from: instant, to: instant }).nullable(),
  /** Without values from the source. */
  uncoveredAreas: z.array(z.string()),
  /** Initial fill: days read, newest first, and in total. */
  backfill: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Past days with forecasts (a mean over the areas), and in total. */
  replays: z.object({ done: z.number(), total: z.number() }).nullable().default(null),
  /** `message`: what the server does meanwhile, in a sentence. */
  outage: z
    .object({ message: z.string(), sinceUtc: instant, tries: z.number(), nextTryUtc: instant })
    .nullable(),
  /** In a sentence. */
  weatherProblem: z.string().nullable().default(null),
  /** Uploads that the final forecast stopped using in the last two weeks, because their owner changed past values. */
  rewrittenUploads: z.array(z.object({ label: z.string(), sinceUtc: instant })).default([]),
})
export type Status = z.infer<typeof StatusSchema>

/** Values of `{s}`. */
export const TILE_HOSTS = ['a', 'b', 'c'] as const

/** Needed before sign-in. */
export const SettingsSchema = z.object({
  ...origin,
  weatherCredit: z.object({ text: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** With `{z}`, `{x}`, `{y}`, and optionally `{s}` and `{r}` (`@2x`). */
  tileUrlLight: z.string(),
  tileUrlDark: z.string(),
  /** Values of `{s}`: `a` in `https://{s}.tiles.example.org`. */
  tileHosts: z.array(z.string()).min(1),
})
export type Settings = z.infer<typeof SettingsSchema>
