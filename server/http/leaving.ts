import type { ReadinessPart } from './readiness.ts'

/** The part of `/readyz` that says when the server is about to stop, so that a load balancer sends its requests elsewhere. */
export interface Leaving extends ReadinessPart {
  announce: () => void
  isLeaving: () => boolean
}

export function createLeaving(): Leaving {
  let isLeaving = false
  return {
    name: 'server',
    async check() {
      return { isReady: !isLeaving, message: isLeaving ? 'is about to stop' : 'runs' }
    },
    isLeaving: () => isLeaving,
    announce() {
      isLeaving = true
    },
  }
}
