/** What the table of hours and countries shows: a metric of the map, or the change over some hours. */
export const GLANCE_VIEWS = ['final', 'ramp', 'against-tso', 'against-today'] as const
export type GlanceView = (typeof GLANCE_VIEWS)[number]

/** How its countries are sorted. */
export const GLANCE_ORDERS = ['name', 'minimum', 'ramp'] as const
export type GlanceOrder = (typeof GLANCE_ORDERS)[number]
