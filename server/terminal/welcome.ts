import { styleText } from 'node:util'

import { PRODUCT_NAME } from '#contract/product.ts'
import type { FirstUser } from '#server/auth/first-user.ts'

/** How to sign in: as the first user, as before, or with the users of another backend. */
export type SignInHint = FirstUser | 'as before' | { backendUrl: string }

const LABEL_WIDTH = 10

const dim = (text: string) => styleText('dim', text)
const bold = (text: string) => styleText('bold', text)
const row = (label: string, text: string, remark = '') =>
  `  ${dim(label.padEnd(LABEL_WIDTH))}${text}${remark === '' ? '' : `  ${dim(remark)}`}`

/** Address for a browser on this machine: a server on all networks is reached on loopback too. */
export function browserAddress(host: string, port: number): string {
  const isAnyNetwork = host === '0.0.0.0' || host === '::'
  const name = isAnyNetwork ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function signInRows(hint: SignInHint): string[] {
  if (hint === 'as before') return [row('Sign in', 'as before', 'npm run users -- list shows who may')]
  if ('backendUrl' in hint) return [row('Sign in', 'as on', new URL(hint.backendUrl).host)]
  const { name, generatedPassword } = hint
  return [
    row('User', bold(name)),
    generatedPassword === null
      ? row('Password', 'as set in ADMIN_PASSWORD')
      : row('Password', bold(generatedPassword), 'shown only this once'),
  ]
}

/** What a person needs to sign in, as lines for a terminal. A generated password is shown here and never again. */
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
