import { z } from 'zod'

import { deliveryDay } from './wall-time.ts'

export const SETTINGS_PATH = '/settings.json'
export const STATUS_PATH = '/energia/status'

const instant = z.iso.datetime()

const origin = {
  /**
   * Source as shown to users: `Demo data`, `ENTSO-E`; `null` if the server reads from no source itself, or
   * cannot know.
   */
  source: z.string().nullable(),
  /** The pages must mark demo data as such. */
  isDemo: z.boolean(),
  /** Text required by the source's licence. */
  credit: z.string().nullable(),
}

/** Instants are RFC 3339 in UTC. */
export const StatusSchema = z.object({
  /** The server's clock. */
  nowUtc: instant.nullable().default(null),
  ...origin,
  /** Short name of the licence, for the head of files. */
  licence: z.string().nullable().default(null),
  /** End of the newest interval with an actual value. */
  newestActualUtc: instant.nullable(),
  /** Newest run of the last forecast delivery day, without replays. */
  newestRun: z.object({ day: deliveryDay, issuedAtUtc: instant }).nullable().default(null),
  /** The newest actual value is overdue. */
  isStale: z.boolean(),
  /** From the first to the end of the last stored value, actual or forecast; `null` on an empty store. */
  span: z.object({ from: instant, to: instant }).nullable(),
  /** Areas without values from the source. */
  uncoveredAreas: z.array(z.string()),
  /** Initial fill of the past, newest first: days read, and days in total. */
  backfill: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Replays of past days' forecasts: days done (a mean over the areas), and days in total. */
  replays: z.object({ done: z.number(), total: z.number() }).nullable().default(null),
  /** While the source fails: what the server does instead, in a sentence. */
  outage: z
    .object({ message: z.string(), sinceUtc: instant, tries: z.number(), nextTryUtc: instant })
    .nullable(),
  /** In a sentence: no forecast weather for long, or much of an area is missing. */
  weatherProblem: z.string().nullable().default(null),
})
export type Status = z.infer<typeof StatusSchema>

/** Values of `{s}` in a tile's address. */
export const TILE_HOSTS = ['a', 'b', 'c'] as const

/** Needed before sign-in. */
export const SettingsSchema = z.object({
  ...origin,
  /** Required by the licence of the weather data. */
  weatherCredit: z.object({ text: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** With `{z}`, `{x}`, `{y}`, and optionally `{s}` and `{r}` (`@2x`). */
  tileUrlLight: z.string(),
  tileUrlDark: z.string(),
  /** Values of `{s}`: `a` in `https://{s}.tiles.example.org`. */
  tileHosts: z.array(z.string()).min(1),
})
export type Settings = z.infer<typeof SettingsSchema>
