import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

import { freePort } from '#scripts/postgres-server.js'

import { type Program, startServer } from './programs.ts'

/** nginx with one worker, on the first processor, serving the files that are put into `www` of a folder. */
export async function startNginx(folder: string): Promise<Program> {
  const port = await freePort()
  await mkdir(join(folder, 'www'))
  await writeFile(join(folder, 'www', 'ready'), 'ready')
  await writeFile(
    join(folder, 'nginx.conf'),
    `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; tcp_nopush on; default_type application/json; keepalive_requests 1000000;
       types { text/html html; text/javascript js; text/css css; }
       server { listen 127.0.0.1:${port}; root ${folder}/www; }
     }`,
  )
  return startServer('nginx', ['-c', join(folder, 'nginx.conf')], {
    url: `http://127.0.0.1:${port}`,
    readyPath: '/ready',
  })
}
