import { codeOf } from '#server/errors.ts'

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // The process belongs to another user, and is alive.
    return codeOf(error) === 'EPERM'
  }
}
