import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { GeneratedPasswordSchema, USERS_PATH } from '#contract/users.ts'

/** Tokens of new analysts. A server answers 16 calls of a user at a time, so a load needs more than one. */
export async function addAnalysts(address: string, adminToken: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const tokens: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const username = `analyst ${number}`
    const body = JSON.stringify({ name: username, role: 'analyst' })
    const made = await fetch(address + USERS_PATH, { method: 'POST', headers, body })
    const { password } = GeneratedPasswordSchema.parse(await made.json())
    const form = new URLSearchParams({ username, password })
    const signedIn = await fetch(address + TOKEN_PATH, { method: 'POST', body: form })
    tokens.push(TokenAnswerSchema.parse(await signedIn.json()).access_token)
  }
  return tokens
}
