/** 5 s at first, then slower: a stream that is away for long should not be replaced by a storm. */
export function pollEveryMs(stream: { live: boolean; downSinceMs: number }, nowMs: number): number | false {
  if (stream.live) return false
  const downMs = nowMs - stream.downSinceMs
  if (downMs < 60_000) return 5_000
  return downMs < 180_000 ? 10_000 : 30_000
}
