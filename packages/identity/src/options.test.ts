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
    // Never used, because settings do not depend on the database.
    pool: undefined as never,
  })

test('the pool name is the part of the pool id after the underscore', () => {
  expect(settings('ap-southeast-1_embedded1').poolName).toBe('embedded1')
})

test('a pool id has at most 55 characters', () => {
  const longest = `ap-southeast-1_${'a'.repeat(40)}`
  expect(longest).toHaveLength(55)
  expect(settings(longest).poolName).toHaveLength(40)
  expect(() => settings(`${longest}a`)).toThrow('userPoolId')
})

test.each(['embedded1', 'ap-southeast-1_', 'ap-southeast-1_a b', '_embedded1', 'ap.southeast_a'])(
  'rejects %s as a pool id',
  (id) => {
    expect(() => settings(id)).toThrow('userPoolId')
  },
)
