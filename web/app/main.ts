import '#web/ui/theme/theme.css'
import { session, startSession } from '#web/api/browser-session.ts'
import { basePath } from '#web/ui/base-path.ts'
import { startTheme } from '#web/ui/theme/theme.ts'

import { reloadOnMissingChunk } from './missing-chunk.ts'

startTheme()
startSession()
reloadOnMissingChunk()

const element = document.querySelector('#root')
if (element === null) throw new Error('The page has no #root element')
void start(element)

/** The map of the model page is painted before the application is loaded. Not with `await` in this module: others import from it. */
async function start(root: Element): Promise<void> {
  const hasMap = isFirstView() && session.token() !== null && (await paintFirstMap(root))
  // From here on the first script loads the rest of the page.
  dispatchEvent(new Event('firstmapdone'))
  const { startApplication } = await import('./application.tsx')
  await startApplication(root, hasMap)
}

/** Whether this is the model page as it opens without any choice in its address. */
function isFirstView(): boolean {
  return location.pathname === `${basePath()}/model` && location.search === ''
}

/** Never rejects: without its script the map comes with the page. */
async function paintFirstMap(root: Element): Promise<boolean> {
  try {
    return await (await import('#web/model/map/first-map.ts')).paintFirstMap(root)
  } catch {
    return false
  }
}
