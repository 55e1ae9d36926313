import { z } from 'zod'

/** A delivery day, `yyyy-MM-dd`, in the zone of `X-Time-Zone`. */
export const deliveryDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
