/**
 * How the server's processes are run. Bytes pass through them in blocks and are garbage at once: a small
 * nursery and few arenas keep what is resident at half of what Node and glibc take by themselves, for no
 * time that can be measured.
 */
export const LEAN_ARGUMENTS = ['--max-semi-space-size=2']
export const LEAN_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  // Tokens are checked on the same threads that write uploads to the disk: four let one wait for the other.
  UV_THREADPOOL_SIZE: '16',
}
