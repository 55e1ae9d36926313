import { zoneName } from '#web/zone/display-zone.ts'

import { session } from './browser-session.ts'
import { fetchOrTake } from './early-fetch.ts'
import { createRequest } from './request.ts'

/** The calls of this browser's session. */
export const request = createRequest({
  session,
  fetch: fetchOrTake,
  timeZone: zoneName(),
})
