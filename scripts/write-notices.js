/* `npm run notices`: writes THIRD_PARTY_NOTICES.md. */
import './require-node.js'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { thirdPartyNotices } from './third-party-notices.js'

writeFileSync(fileURLToPath(new URL('../THIRD_PARTY_NOTICES.md', import.meta.url)), thirdPartyNotices())
