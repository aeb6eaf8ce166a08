import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { inGroups, otpauthUri, type QrCode, qrCode } from './set-up-steps.tsx'

const PIXELS = 4

/** Renders the path to pixels and decodes them. */
function decode({ side, path }: QrCode): string {
  const size = side * PIXELS
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      const from = (row * size + Number(x) * PIXELS) * 4
      const to = from + Number(width) * PIXELS * 4
      for (let at = from; at < to; at += 4) data.fill(0, at, at + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}

const secrets = fc.stringMatching(/^[A-Z2-7]{32}$/)
const mailboxes = fc.stringMatching(/^[a-z0-9+._-]{1,30}$/)

test('the QR code decodes to the URI of any secret and account', () => {
  fc.assert(
    fc.property(secrets, mailboxes, (secret, mailbox) => {
      const account = `${mailbox}@backoffice.test`
      const uri = new URL(decode(qrCode(otpauthUri(account, secret))))
      expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
      expect(decodeURIComponent(uri.pathname)).toBe(`/Backoffice:${account}`)
      expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Backoffice' })
    }),
    { numRuns: propertyRuns(25) },
  )
})

test('the quiet zone has four white modules on each side', () => {
  const { side, path } = qrCode('x')
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(4)
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(side - 4)
    expect(Number(y)).toBeGreaterThanOrEqual(4)
    expect(Number(y)).toBeLessThan(side - 4)
  }
})

test('the groups of a secret differ from it only by spaces', () => {
  expect(inGroups('JBSWY3DPEHPK3PXPJBSW')).toBe('JBSW Y3DP EHPK 3PXP JBSW')
  fc.assert(
    fc.property(secrets, (secret) => {
      expect(inGroups(secret).replaceAll(' ', '')).toBe(secret)
    }),
  )
})
