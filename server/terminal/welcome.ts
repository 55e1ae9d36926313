import { styleText } from 'node:util'

import { PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import type { FirstUser } from '#server/auth/sign-in.ts'

export type SignInHint = FirstUser | 'existing users' | { backendUrl: string }

const LABEL_WIDTH = 10

const dim = (text: string) => styleText('dim', text)
const bold = (text: string) => styleText('bold', text)
const row = (label: string, text: string, remark = '') =>
  `  ${dim(label.padEnd(LABEL_WIDTH))}${text}${remark === '' ? '' : `  ${dim(remark)}`}`

/** Address for a browser on this machine. A server on all networks is reachable on loopback too. */
export function browserAddress(host: string, port: number): string {
  const isAnyNetwork = host === '0.0.0.0' || host === '::'
  const name = isAnyNetwork ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function signInRows(hint: SignInHint): string[] {
  if (hint === 'existing users')
    return [row('Sign in', 'with your existing user', 'npm run users -- list shows all users')]
  if ('backendUrl' in hint) return [row('Sign in', `with your user of ${new URL(hint.backendUrl).host}`)]
  const { name, generatedPassword } = hint
  return [
    row('User', bold(name)),
    generatedPassword === null
      ? row('Password', 'the value of ADMIN_PASSWORD')
      : row('Password', bold(generatedPassword), 'shown only once'),
  ]
}

/** A generated password is shown only here. */
export function welcomeLines(address: string, hint: SignInHint): string[] {
  return [
    '',
    `  ${bold(PRODUCT_NAME)}`,
    '',
    row('Address', styleText('cyan', address)),
    ...signInRows(hint),
    '',
  ]
}

/** Fields of a log line. */
export function welcomeRecord(address: string, hint: SignInHint): Record<string, string> {
  const record = { version: PRODUCT_VERSION, address }
  if (hint === 'existing users') return record
  if ('backendUrl' in hint) return { ...record, backend: new URL(hint.backendUrl).host }
  const { name, generatedPassword } = hint
  // The logger removes `password`.
  return { ...record, user: name, ...(generatedPassword !== null && { generatedPassword }) }
}
