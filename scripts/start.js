/* `npm start`: installs and builds what is missing or old, then runs the server in this same process. */
import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

installPackages()
buildWhereStale()
endWithNpm()
await import('../build/server/main.js')

/** A signal ends npm and its shell, and is not passed on by every shell: who started us is gone then, and so should we be. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const starter = process.ppid
  setInterval(() => {
    if (process.ppid !== starter) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
