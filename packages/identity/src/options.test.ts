import { expect, test } from 'vitest'
import { settingsOf } from './options.ts'
import { KEY } from './testing/provider.ts'

const settings = (userPoolId: string) =>
  settingsOf({
    userPoolId,
    key: KEY,
    clientId: 'client',
    issuer: 'urn:test',
    deliver: async () => undefined,
    // Never asked anything: settings are worked out before anybody connects.
    pool: undefined as never,
  })

test('the part of the pool’s id after the underscore is the name that goes into every verifier', () => {
  expect(settings('ap-southeast-1_embedded1').poolName).toBe('embedded1')
})

test('a pool’s id has at most 55 characters', () => {
  const longest = `ap-southeast-1_${'a'.repeat(40)}`
  expect(longest).toHaveLength(55)
  expect(settings(longest).poolName).toHaveLength(40)
  expect(() => settings(`${longest}a`)).toThrow('userPoolId')
})

test.each(['embedded1', 'ap-southeast-1_', 'ap-southeast-1_a b', '_embedded1', 'ap.southeast_a'])(
  '%s is no id of a pool',
  (id) => {
    expect(() => settings(id)).toThrow('userPoolId')
  },
)
