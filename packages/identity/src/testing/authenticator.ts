import { createHash } from 'node:crypto'

/** Independent implementation of RFC 2104, 4226, 4648 and 6238, to test the provider against. */
export function codeShownAt(secretBase32: string, atMs: number): string {
  return codeOfStep(fromBase32(secretBase32), Math.floor(atMs / 30_000))
}

export function codeOfStep(secret: Buffer, step: number): string {
  const counter = [7, 6, 5, 4, 3, 2, 1, 0].map((place) => Math.floor(step / 256 ** place) % 256)
  const mac = hmacSha1(secret, Buffer.from(counter))
  const at = (mac[19] ?? 0) % 16
  const [a = 0, b = 0, c = 0, d = 0] = mac.subarray(at, at + 4)
  const number = (a % 128) * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  return String(1_000_000 + (number % 1_000_000)).slice(1)
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const whole = bits.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

function hmacSha1(key: Buffer, message: Buffer): Buffer {
  const block = Buffer.concat([key.length > 64 ? sha1(key) : key, Buffer.alloc(64)]).subarray(0, 64)
  const inner = sha1(Buffer.concat([block.map((byte) => byte ^ 0x36), message]))
  return sha1(Buffer.concat([block.map((byte) => byte ^ 0x5c), inner]))
}

function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest()
}
