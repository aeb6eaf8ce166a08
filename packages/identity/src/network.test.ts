import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each(['', 'text', '192.0.2.7:80', 'x'.repeat(1_000)])(
  'a text that is no address counts with all others: %s',
  (ip) => {
    expect(networkOf(ip)).toBe('unknown')
  },
)
