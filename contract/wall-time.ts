import { z } from 'zod'

/** The zone of the coupled market: a delivery day is a day of this zone. */
export const MARKET_ZONE = 'Europe/Brussels'

/** The browser's time zone, an IANA name; the server takes `MARKET_ZONE` without it. */
export const TIME_ZONE_HEADER = 'x-time-zone'

/** Beside the sentence of a refusal, the word by which programs know what happened. */
export const REFUSAL_HEADER = 'x-refusal'
/** The word where the server does not know the time zone of a request. */
export const UNKNOWN_ZONE = 'unknown-zone'

/** Wall-clock text of a request, `yyyy-MM-dd HH:mm`, in the zone of `TIME_ZONE_HEADER`. */
export const WALL_TIME_FORMAT = 'yyyy-MM-dd HH:mm'

/** A delivery day, `yyyy-MM-dd`, in the zone of `X-Time-Zone`. */
export const deliveryDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An hour on one of the seven days before delivery, such as `D-1T08:00`: each day is answered as it was known then. */
export const LOOK_BEFORE = /^D-([1-7])T((?:[01]\d|2[0-3]):[0-5]\d)$/
