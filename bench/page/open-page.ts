import type { Browser, Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const ORIGIN = 'http://page.bench'

interface BuiltFile {
  body: string | Buffer
  contentType: string
}

/** Opens the page in a folder of this benchmark, built like the product, and waits until it has set `ready` on its window. */
export async function openPage(browser: Browser, folder: string, ready: string): Promise<Page> {
  const files = await buildPage(folder)
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    const file = files.get(path === '/' ? '/index.html' : path)
    return file === undefined ? route.fulfill({ status: 404 }) : route.fulfill(file)
  })
  await page.goto(ORIGIN)
  await page.waitForFunction((name) => name in window, ready)
  return page
}

/** Builds the page like the product, in memory: path to file. */
async function buildPage(folder: string): Promise<Map<string, BuiltFile>> {
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

function asBody(source: string | Uint8Array): string | Buffer {
  return typeof source === 'string' ? source : Buffer.from(source)
}

function contentType(fileName: string): string {
  if (fileName.endsWith('.html')) return 'text/html'
  if (fileName.endsWith('.css')) return 'text/css'
  return fileName.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
}
