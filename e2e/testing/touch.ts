import type { CDPSession } from '@playwright/test'

type Fingers = readonly (readonly [number, number])[]
/** Touches with fingers, moves them together and lifts them. */
export async function dragFingers(cdp: CDPSession, from: Fingers, to: Fingers): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Fingers) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  await send('touchStart', from)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await send(
      'touchMove',
      from.map(([x, y], index) => {
        const [toX = x, toY = y] = to[index] ?? []
        return [x + share * (toX - x), y + share * (toY - y)]
      }),
    )
  }
  await send('touchEnd', [])
}
