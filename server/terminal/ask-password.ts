import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import { CommandError } from './command.ts'

const MAX_BYTES = 4096

/** Asks without echo. Rejects with a `CommandError` on Ctrl-C or Ctrl-D. */
async function askTerminal(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new CommandError('Nothing was changed.')))
    })
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

async function readFirstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** Twice on a terminal, without echo; otherwise the first line of the standard input. */
export async function askNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine()
  const password = await askTerminal('New password: ')
  if ((await askTerminal('Repeat the password: ')) !== password)
    throw new CommandError('The passwords do not match; nothing was changed.')
  return password
}
