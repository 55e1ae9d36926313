/** The browser's time zone, an IANA name; the server takes `DEFAULT_TIME_ZONE` (query.ts) without it. */
export const TIME_ZONE_HEADER = 'x-time-zone'

/** Wall-clock text of a request, `yyyy-MM-dd HH:mm`, in the zone of `TIME_ZONE_HEADER`. */
export const WALL_TIME_FORMAT = 'yyyy-MM-dd HH:mm'
