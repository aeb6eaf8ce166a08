import { expect, test } from 'vitest'
import { shownAddress } from './error-views.tsx'

test.each([
  ['/x?y=1#z', '/x?y=1#z'],
  ['/no%20such?q=caf%C3%A9', '/no%20such?q=caf%C3%A9'],
  ['/broken%zz', '/broken%zz'],
  ['/cards/9990000000000011', '/cards/••••0011'],
  ['/x?card=9990%200000%200000%200011#z', '/x?card=••••0011#z'],
  ['/%39990000000000011', '/••••0011'],
  ['/x/%39990000000000011?broken=%zz', '/x/••••0011?broken=%zz'],
  ['/%36/x', '/%36/x'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
