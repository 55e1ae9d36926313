import { z } from 'zod'

export const SETTINGS_PATH = '/settings.json'

/** Values of `{s}` in the address of a tile. */
export const TILE_HOSTS = ['a', 'b', 'c'] as const

/** Settings that the pages need before anybody has signed in. */
export const SettingsSchema = z.object({
  /** Where the values come from, as shown to users: `Demo data`; `null` where the server cannot know. */
  source: z.string().nullable(),
  /** The values are invented, and the pages must say so. */
  isDemo: z.boolean(),
  /** Text that the source's licence asks to be shown. */
  credit: z.string().nullable(),
  /** Text and link that the licence of the weather data asks for. */
  weatherCredit: z.object({ text: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** Addresses of map tiles with `{z}`, `{x}`, `{y}`, and where they have them `{s}` and `{r}` (`@2x`). */
  tileUrlLight: z.string(),
  tileUrlDark: z.string(),
  /** Each of them stands for `{s}`: `a` in `https://{s}.tiles.example.org`. */
  tileHosts: z.array(z.string()).min(1),
})
export type Settings = z.infer<typeof SettingsSchema>
