/* `npm start`: installs and builds what is missing or out of date, then runs the server in this process. */
import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

installPackages()
buildWhereStale()
endWithNpm()
// By its address: otherwise the type checker would follow the import into what was built.
await import(new URL('../build/server/main.js', import.meta.url).href)

/**
 * A signal ends npm and its shell, but not every shell passes it on. So when our parent is gone, stop as well. On Windows a process keeps the
 * number of its parent, and a signal that is sent ends a process at once.
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
