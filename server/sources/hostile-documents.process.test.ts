import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { listen } from '#server/testing/listen.ts'
import { startProduct, statusOf } from '#server/testing/process.ts'

/** The longest time of an answer of `/livez`. A busy machine holds some up for longer. */
const MAX_LIVE_MS = 100
/** Share of the reading time that late answers may take. Without the thread of documents nearly all answers are late. */
const MAX_LATE_SHARE = 0.3
/** Just small enough to be read. */
const LENGTH = 7_990_000

/** As many pieces as the length allows. */
const filled = (head: string, piece: string, tail: string) =>
  head + piece.repeat(Math.floor((LENGTH - head.length - tail.length) / piece.length)) + tail
const names = Array.from({ length: 700_000 }, (_, index) => `<a${index}/>`).join('')

const ROW = '{"timestamp":"x","values":{"a":1}}'

test.each([
  [
    'entsoe',
    [
      '<a>'.repeat(LENGTH / 3),
      filled('<a c=">" ', 'b c=">" ', '/>'),
      `<GL_MarketDocument>${names}</GL_MarketDocument>`,
      filled('<GL_MarketDocument>', '<a/>', '</GL_MarketDocument>').repeat(4),
    ],
    // The hundreds of thousands of names.
    /a document that (takes too long to read|cannot be read in the memory for it)/,
  ],
  [
    'energy-charts',
    ['['.repeat(LENGTH), filled(`{"series":[],"data":[${ROW}`, `,${ROW}`, ']}')],
    /it is not JSON/,
  ],
])(
  'hostile documents instead of those of %s do not hold up the server',
  async (source, documents, reason) => {
    let asked = 0
    const answers = createServer((_request, response) => {
      response.end(documents[asked % documents.length])
      asked += 1
    })
    const url = `http://127.0.0.1:${await listen(answers)}`
    onTestFinished(() => void answers.close())
    const { address, output } = await startProduct({
      SOURCE: source,
      ENTSOE_URL: url,
      ENTSOE_TOKEN: 'x',
      ENERGY_CHARTS_URL: url,
      ENERGY_CHARTS_PACE_S: '0',
      LOG_LEVEL: 'warn',
    })
    await expect.poll(() => statusOf(`${address}/livez`)).toBe(200)
    let lateMs = 0
    const startMs = performance.now()
    while (asked <= documents.length || !output().includes('source could not be read')) {
      const fromMs = performance.now()
      expect(await statusOf(`${address}/livez`)).toBe(200)
      const answerMs = performance.now() - fromMs
      if (answerMs > MAX_LIVE_MS) lateMs += answerMs
      await sleep(5)
    }
    await expect.poll(output).toMatch(reason)
    expect(lateMs / (performance.now() - startMs)).toBeLessThan(MAX_LATE_SHARE)
  },
  60_000,
)
