/**
 * Settings of the C library (glibc) that make it give freed memory back to the system: one heap for all threads, and large pieces on
 * their own (decision 20). They must be there when the process starts, so what starts the server in production has to set them.
 */
export const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
