import { styleText } from 'node:util'

import { PRODUCT_NAME } from '#contract/product.ts'
import type { FirstUser } from '#server/auth/first-user.ts'

/** Address for a browser on this machine: a server on all networks is reached on loopback too. */
export function browserAddress(host: string, port: number): string {
  const isAnyNetwork = host === '0.0.0.0' || host === '::'
  const name = isAnyNetwork ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** What a person needs to sign in, as lines for a terminal. A generated password is shown here and never again. */
export function welcomeLines(address: string, firstUser: FirstUser | null): string[] {
  const bold = (text: string) => styleText('bold', text)
  const dim = (text: string) => styleText('dim', text)
  const row = (label: string, text: string) => `  ${dim(label.padEnd(10))}${text}`
  const lines = ['', `  ${bold(PRODUCT_NAME)}`, '', row('Address', styleText('cyan', address))]
  if (firstUser === null) {
    lines.push(row('Sign in', dim('as before; npm run users -- list shows who may')))
  } else {
    lines.push(row('User', bold(firstUser.name)))
    lines.push(
      firstUser.generatedPassword === null
        ? row('Password', dim('as set in ADMIN_PASSWORD'))
        : row('Password', `${bold(firstUser.generatedPassword)}  ${dim('shown only this once')}`),
    )
  }
  return [...lines, '']
}
