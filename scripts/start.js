/* `npm start`: installs and builds what is missing or out of date, then runs the server in this process. */
import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

installPackages()
buildWhereStale()
endWithNpm()
// By URL: otherwise the type checker would follow the import into the build.
await import(new URL('../build/server/main.js', import.meta.url).href)

/**
 * A signal ends npm and its shell, but some shells do not pass it on; so stop when the parent is gone. On
 * Windows a process keeps its parent's number, and a signal sent by a program ends a process at once.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const starter = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === starter && isAlive(starter)) return
    // Once: a second signal would cut the end off.
    clearInterval(timer)
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
  }, 250).unref()
}

function isAlive(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
