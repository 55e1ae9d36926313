import type { ReadStream, WriteStream } from 'node:tty'

import { CommandError } from './command.ts'

const ENTER = new Set(['\r', '\n', '\u0004'])
const INTERRUPT = '\u0003'
const ERASE = new Set(['\u007f', '\b'])
const MAX_BYTES = 4096

/** Asks on a terminal, without echo. Rejects with a `CommandError` on Ctrl-C. */
function askTerminal(question: string, input: ReadStream, output: WriteStream): Promise<string> {
  output.write(question)
  input.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (settle: () => void) => {
      input.off('data', take).setRawMode(false).pause()
      output.write('\n')
      settle()
    }
    const take = (keys: string) => {
      for (const key of keys) {
        if (ENTER.has(key)) {
          end(() => resolve(typed.join('')))
          return
        }
        if (key === INTERRUPT) {
          end(() => reject(new CommandError('Nothing was changed.')))
          return
        }
        if (ERASE.has(key)) typed = typed.slice(0, -1)
        else typed.push(key)
      }
    }
    input.on('data', take)
  })
}

/** The first line of the piped input. */
async function readFirstLine(input: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** Asks for a new password: twice, without echo, on a terminal; otherwise it is the first line of the standard input. */
export async function askNewPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (!stdin.isTTY) return readFirstLine(stdin)
  const password = await askTerminal('New password: ', stdin, stdout)
  if ((await askTerminal('Repeat the password: ', stdin, stdout)) !== password)
    throw new CommandError('The passwords do not match; nothing was changed.')
  return password
}
