import { z } from 'zod'

import { deliveryDay } from './wall-time.ts'

export const SETTINGS_PATH = '/settings.json'
export const STATUS_PATH = '/energia/status'

const instant = z.iso.datetime()

const origin = {
  /** Where the values come from, as shown to users: `Demo data`, `ENTSO-E`; `null` where the server reads from no source by itself, or cannot know. */
  source: z.string().nullable(),
  /** The values are invented, and the pages must say so. */
  isDemo: z.boolean(),
  /** Text that the source's licence asks to be shown. */
  credit: z.string().nullable(),
}

/** Where the values come from and how far they reach; instants are UTC, RFC 3339. */
export const StatusSchema = z.object({
  /** The server's clock. */
  nowUtc: instant.nullable().default(null),
  ...origin,
  /** Short name of the source's licence for the head of files. */
  licence: z.string().nullable().default(null),
  /** End of the newest interval with an actual value. */
  newestActualUtc: instant.nullable(),
  /** When the newest run of the last forecast delivery day was made; replays do not count. */
  newestRun: z.object({ day: deliveryDay, issuedAtUtc: instant }).nullable().default(null),
  /** The newest actual is older than it should be. */
  isStale: z.boolean(),
  /** From the first to the end of the last stored value, actual or forecast; `null` on an empty store. */
  span: z.object({ from: instant, to: instant }).nullable(),
  /** Areas for which the source has no values. */
  uncoveredAreas: z.array(z.string()),
  /** The fill of the past while it runs: days read, newest first, and days to be read in all. */
  backfill: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** The forecasts of past days while they are made: days that have theirs, as a mean of all areas, and days to be made in all. */
  replays: z.object({ done: z.number(), total: z.number() }).nullable().default(null),
  /** While the source gives nothing: what it does instead, as a sentence, since when, how often it was tried, and when it will be. */
  outage: z
    .object({ message: z.string(), sinceUtc: instant, tries: z.number(), nextTryUtc: instant })
    .nullable(),
  /** Fault of the forecast weather as a sentence: none has come for long, or much of an area is missing. */
  weatherProblem: z.string().nullable().default(null),
})
export type Status = z.infer<typeof StatusSchema>

/** Values of `{s}` in the address of a tile. */
export const TILE_HOSTS = ['a', 'b', 'c'] as const

/** Settings that the pages need before anybody has signed in. */
export const SettingsSchema = z.object({
  ...origin,
  /** Text and link that the licence of the weather data asks for. */
  weatherCredit: z.object({ text: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** Addresses of map tiles with `{z}`, `{x}`, `{y}`, and where they have them `{s}` and `{r}` (`@2x`). */
  tileUrlLight: z.string(),
  tileUrlDark: z.string(),
  /** Each of them stands for `{s}`: `a` in `https://{s}.tiles.example.org`. */
  tileHosts: z.array(z.string()).min(1),
})
export type Settings = z.infer<typeof SettingsSchema>
