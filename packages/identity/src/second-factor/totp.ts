import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 with the defaults of all authenticators: SHA-1, 30 seconds, six digits.
const STEP_MS = 30_000
const DIGITS = 6

/** Accepted steps before and after the current one, for clock drift and the time to type. */
const TOLERANCE = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length of the hash, as RFC 4226 advises. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

export function stepAt(atMs: number): number {
  return Math.floor(atMs / STEP_MS)
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return (number % 10 ** DIGITS).toString().padStart(DIGITS, '0')
}

/**
 * Step of the code. The caller stores it, so that only later steps are accepted afterwards. `used`: a right code of a
 * step not later than `lastUsedStep`.
 */
export function matchingStep(
  secret: Buffer,
  code: string,
  nowMs: number,
  lastUsedStep: number,
): number | 'used' | 'mismatch' {
  if (!/^[0-9]{6}$/.test(code)) return 'mismatch'
  const received = Buffer.from(code)
  const now = stepAt(nowMs)
  let result: number | 'used' | 'mismatch' = 'mismatch'
  // Compares every step, for constant time.
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step++) {
    if (!timingSafeEqual(Buffer.from(codeAt(secret, Math.max(0, step))), received)) continue
    if (step > lastUsedStep) result = step
    else if (result === 'mismatch') result = 'used'
  }
  return result
}

/** Base32 of RFC 4648 without padding. */
export function toBase32(bytes: Buffer): string {
  let text = ''
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += BASE32[(pair >> (11 - (bit & 7))) & 31]
  }
  return text
}
