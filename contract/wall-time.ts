import { z } from 'zod'

/** Zone of the coupled market and its delivery days. */
export const MARKET_ZONE = 'Europe/Brussels'

/** In the zone of `TIME_ZONE_HEADER`. */
export const WALL_TIME_FORMAT = 'yyyy-MM-dd HH:mm'

/** `yyyy-MM-dd`. */
export const deliveryDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An hour on the seven days before delivery: `D-1T08:00`. `D-1T08:50-replayed`: a replay counts from the time that it simulates. */
export const LOOK_BEFORE = /^D-([1-7])T((?:[01]\d|2[0-3]):[0-5]\d)(-replayed)?$/
export const hasReplays = (as_of: string | null) => LOOK_BEFORE.exec(as_of ?? '')?.[3] !== undefined
