import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export interface BuiltFile {
  body: string | Buffer
  contentType: string
}

/** Builds the page in a folder of this benchmark like the product, in memory: path to file. */
export async function buildPage(folder: string): Promise<Map<string, BuiltFile>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [react(), tailwindcss()],
    build: { write: false },
  })
  const outputs = 'output' in built ? built.output : []
  return new Map(
    outputs.map((file) => [
      `/${file.fileName}`,
      {
        body: file.type === 'chunk' ? file.code : asBody(file.source),
        contentType: contentType(file.fileName),
      },
    ]),
  )
}

/** Builds that page into a folder that a server serves. */
export async function writePage(page: string, folder: string): Promise<void> {
  for (const [path, { body }] of await buildPage(page)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
  }
}

function asBody(source: string | Uint8Array): string | Buffer {
  return typeof source === 'string' ? source : Buffer.from(source)
}

function contentType(fileName: string): string {
  if (fileName.endsWith('.html')) return 'text/html'
  if (fileName.endsWith('.css')) return 'text/css'
  return fileName.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
}
