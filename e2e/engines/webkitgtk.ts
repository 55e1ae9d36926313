import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { Browser } from './browser.ts'

const SessionSchema = z.object({ sessionId: z.string() })

const ENTER = '\uE007'

type Pointer = 'mouse' | 'touch'

/** Driven by WebDriver on a virtual screen. `programs`: driver, browser and `xvfb-run`. */
export async function startWebkitgtk(
  programs: { driver: string; browser: string; screen: string },
  port: number,
): Promise<Browser> {
  const args = ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', programs.driver, `--port=${port}`]
  const driver = spawn(programs.screen, args, {
    stdio: 'ignore',
    // A process group, so that screen and browser end with it.
    detached: true,
    // Containers have the language "C", which WebKit's number format refuses.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  const end = () => void (driver.pid !== undefined && process.kill(-driver.pid))

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}, ${value.message}`)
    return value
  }
  async function whenListening(): Promise<void> {
    for (;;) {
      const isListening = await call('GET', '/status').then(
        () => true,
        () => false,
      )
      if (isListening) return
      if (driver.exitCode !== null) throw new Error('WebKitWebDriver did not start')
      await sleep(100)
    }
  }

  await whenListening()
  const options = { binary: programs.browser, args: ['--automation'] }
  const created = await call('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${SessionSchema.parse(created).sessionId}`
  await call('POST', `${session}/window/rect`, { width: 1280, height: 950 })
  const act = (source: object) => call('POST', `${session}/actions`, { actions: [source] })
  const point = (pointerType: Pointer, x: number, y: number, isPressed: boolean) =>
    act({
      type: 'pointer',
      id: pointerType,
      parameters: { pointerType },
      actions: [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        ...(isPressed
          ? [
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ]
          : []),
      ],
    })
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    evaluate: (expression) =>
      call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    moveMouse: async (x, y) => void (await point('mouse', x, y, false)),
    click: async (x, y) => void (await point('mouse', x, y, true)),
    tap: async (x, y) => void (await point('touch', x, y, true)),
    async type(text) {
      const keys = Array.from(text, (key) => (key === '\n' ? ENTER : key))
      await act({
        type: 'key',
        id: 'keyboard',
        actions: keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      })
    },
    print: null,
    async close() {
      await call('DELETE', session).finally(end)
    },
  }
}
