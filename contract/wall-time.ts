import { z } from 'zod'

/** The zone of the coupled market: a delivery day is a day of this zone. */
export const MARKET_ZONE = 'Europe/Brussels'

/** Wall-clock text of a request, `yyyy-MM-dd HH:mm`, in the zone of `TIME_ZONE_HEADER`. */
export const WALL_TIME_FORMAT = 'yyyy-MM-dd HH:mm'

/** A delivery day, `yyyy-MM-dd`, in the zone of `X-Time-Zone`. */
export const deliveryDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An hour on one of the seven days before delivery, such as `D-1T08:00`: each day is answered as it was known then. */
export const LOOK_BEFORE = /^D-([1-7])T((?:[01]\d|2[0-3]):[0-5]\d)$/
