/* `npm start`: installs and builds what is missing or out of date, then runs the server in this process. */
import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

installPackages()
buildWhereStale()
endWithNpm()
// By its address: otherwise the type checker would follow the import into what was built.
await import(new URL('../build/server/main.js', import.meta.url).href)

/** A signal ends npm and its shell, but not every shell passes it on. So when our parent is gone, stop as well. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const starter = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === starter) return
    // Once: a second signal would cut the end off.
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
