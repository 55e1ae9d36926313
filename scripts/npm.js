import { spawnSync } from 'node:child_process'

/**
 * Runs npm with these arguments and waits for its end. Prefers the npm that started us: on Windows any other
 * is a batch file, which only a shell can start.
 * @param {string[]} words
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function runNpm(words, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [script, ...words], options)
    : spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
}
