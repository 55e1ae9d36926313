import type { FastifyRequest } from 'fastify'

import { MAX_USER_NAME_LENGTH, type Role, userNameKey } from '#contract/users.ts'
import type { User, Users } from '#server/auth/users.ts'
import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'
import { networkOf } from '#server/http/network-of.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { Identity } from './provider.ts'

export type AdmissionRules = Pick<Config, 'OIDC_DOMAINS' | 'OIDC_ADMIN_GROUPS' | 'OIDC_ANALYST_GROUPS'>

/** More people of one name than that are a mistake. */
const MAX_OF_A_NAME = 20

/** The role of a person; null for one who may not sign in. */
export function roleOf(identity: Identity, rules: AdmissionRules): Role | null {
  const isIn = (allowed: readonly string[]) => allowed.some((group) => identity.groups.includes(group))
  if (isIn(rules.OIDC_ADMIN_GROUPS)) return 'admin'
  const isAnalyst = isIn(rules.OIDC_ANALYST_GROUPS) || (identity.isVerified && isOfDomain(identity, rules))
  return isAnalyst ? 'analyst' : null
}

function isOfDomain({ email }: Identity, rules: AdmissionRules): boolean {
  const domain = email?.split('@').at(-1)?.toLowerCase()
  return rules.OIDC_DOMAINS.some((allowed) => allowed === domain)
}

/** Why a person has no role, for the log. */
function reasonFor(identity: Identity, rules: AdmissionRules): string {
  if (!identity.isVerified && isOfDomain(identity, rules))
    return 'the provider does not say that the address is verified (email_verified)'
  const areGroupsRequired = rules.OIDC_ADMIN_GROUPS.length + rules.OIDC_ANALYST_GROUPS.length > 0
  if (areGroupsRequired && identity.areGroupsLeftOut)
    return 'the provider left the groups out, because they are too many (overage)'
  return 'not allowed'
}

/** Names for a new user, in the order in which they are tried: a name that is taken belongs to somebody else. */
function* namesFor({ name, subject }: Identity): Generator<string> {
  const plain = name
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, MAX_USER_NAME_LENGTH - 3)
  const base = userNameKey(plain) === null ? subject.slice(0, 32) : plain
  yield base
  for (let number = 2; number <= MAX_OF_A_NAME; number += 1) yield `${base} ${number}`
}

/**
 * Finds or makes the user of a person who has signed in with the organisation. Where groups decide on the roles, they do so again at each
 * sign-in, except that the last admin stays one. Rejects with a `RequestError` 403 if the person may not sign in.
 */
export function createAdmission(users: Users, rules: AdmissionRules) {
  const areRolesByGroup = rules.OIDC_ADMIN_GROUPS.length > 0

  async function findOrMake(identity: Identity, role: Role, request: FastifyRequest): Promise<User> {
    for (const name of namesFor(identity)) {
      const known = await users.findByIdentity(identity)
      if (known !== null) return known
      if (await users.addFromOrganisation(name, identity, role))
        logSecurityEvent(request, 'user-added', { target: name, role, subject: identity.subject })
    }
    const user = await users.findByIdentity(identity)
    if (user === null) throw new RequestError(409, 'There are too many users with this name.')
    return user
  }

  return async function admit(identity: Identity, request: FastifyRequest): Promise<User> {
    const refuse = (reason: string, user: string | null): never => {
      logSecurityEvent(request, 'sign-in-refused', { user, reason, subject: identity.subject })
      throw new RequestError(403, 'This account of the organisation may not use this server.')
    }
    const role = roleOf(identity, rules) ?? refuse(reasonFor(identity, rules), null)
    const user = await findOrMake(identity, role, request)
    if (user.isDisabled) refuse('disabled', user.name)
    if (areRolesByGroup && user.role !== role && (await users.change(user.id, { role })) === 'done')
      logSecurityEvent(request, 'user-role-changed', { target: user.name, role })
    await users.recordSignIn(user, networkOf(request.ip), user.passwordHash)
    return user
  }
}
