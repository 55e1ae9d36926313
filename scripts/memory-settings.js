/**
 * Keep a server's memory small (decision 11): glibc returns freed memory with one heap for all threads and
 * large pieces apart; V8 halves each thread's heap of new objects. Needed at the start of the process, so
 * whatever starts the server in production sets them.
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
}
