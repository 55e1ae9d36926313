/**
 * What makes a server small (decision 11). The settings of the C library (glibc) let it give freed memory back to the system: one heap for
 * all threads, and large pieces on their own. That of V8 halves the heap of new objects of each thread. They must be there when the
 * process starts, so what starts the server in production sets them.
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
}
