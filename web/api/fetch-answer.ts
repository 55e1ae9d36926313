import { withBasePath } from '#web/ui/base-path.ts'
import { refuseZone, zoneName } from '#web/zone/display-zone.ts'

import { createRequest } from './request.ts'
import { session } from './session.ts'

/** The calls of this browser's session. */
export const request = createRequest({
  session,
  fetch: (path, init) => fetch(withBasePath(path), init),
  timeZone: zoneName(),
  onZoneRefused: refuseZone,
})
