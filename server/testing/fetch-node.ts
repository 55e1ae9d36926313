import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createFolder } from './process.ts'

/** The program of the newest Node.js of a major, from the npm package `node`. */
export async function fetchNode(major: number): Promise<string> {
  const folder = await createFolder()
  const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${major}`]
  await promisify(execFile)('npm', words)
  return join(folder, 'node_modules/node/bin/node')
}
