import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { createFolder } from './folders.ts'
import { freePort } from './process.ts'

/** Names the address from which nginx shall think that a request comes. It stands for the network in front of nginx. */
export const CLIENT_ADDRESS_HEADER = 'x-test-client'

/** nginx with the configuration of a site that listens on port 8080. Returns its address. It ends with the test. */
export async function startNginx(site: string): Promise<string> {
  const folder = await createFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await writeFile(
    file,
    `user ${userInfo().username}; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary}
set_real_ip_from 127.0.0.1; real_ip_header ${CLIENT_ADDRESS_HEADER};
${site.replace('listen 8080', `listen 127.0.0.1:${port}`).replace('/var/cache/nginx', folder)} }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill()
    await ended
  })
  return `http://127.0.0.1:${port}`
}
