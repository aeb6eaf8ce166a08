import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyring } from './keyring.ts'

const keyring = createKeyring(Buffer.alloc(32, 1))

test('sealed data opens only with the same key, purpose and owner', () => {
  const plain = Buffer.from('verifier of a user')
  const sealed = keyring.seal('verifier', 'ann', plain)
  expect(keyring.open('verifier', 'ann', sealed)).toEqual(plain)
  expect(keyring.open('verifier', 'bob', sealed)).toBeUndefined()
  expect(keyring.open('srp-challenge', 'ann', sealed)).toBeUndefined()
  expect(createKeyring(Buffer.alloc(32, 2)).open('verifier', 'ann', sealed)).toBeUndefined()
  expect(sealed.includes(plain)).toBe(false)
})

test('changed, truncated or foreign data does not open', () => {
  const sealed = keyring.seal('page', 'x', Buffer.from('abc'))
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ flip
      expect(keyring.open('page', 'x', changed)).toBeUndefined()
      expect(keyring.open('page', 'x', sealed.subarray(0, at))).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(keyring.open('page', 'x', Buffer.from(bytes))).toBeUndefined()
    }),
  )
})

test('rejects a key of another length', () => {
  expect(() => createKeyring(Buffer.alloc(16))).toThrow('32 bytes')
})
