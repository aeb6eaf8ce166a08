import { expect, test } from 'vitest'
import { textUpTo } from './tables.ts'

const receipt = textUpTo(20)

test.each(['SR-000123456', '000123456789012345', 'back\\slash'])('stores the receipt %s', (text) => {
  expect(receipt(text)).toEqual({ value: text.replaceAll('\\', '\\\\') })
})

test.each([
  ['9990000000000011', 'has a card number'],
  ['9990-0000-0000-0011', 'has a card number'],
  ['R\u202e123', 'has control or other invisible characters'],
  ['R\u200b123', 'has control or other invisible characters'],
  ['R\t123', 'has control or other invisible characters'],
  ['x'.repeat(21), 'longer than 20 characters'],
])('refuses %j', (text, error) => {
  expect(receipt(text)).toEqual({ error })
})
