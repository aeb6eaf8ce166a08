import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(["o'neil@x.ph", 'a+b@sub.example.com', 'x@x-.com', '_@example.com'])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  'maria.reyes@northline',
  '.a@x.ph',
  'a..b@x.ph',
  'a.@x.ph',
  "o'@x.ph",
  'a@-x.com',
  'a b@x.ph',
  'a@[1.2.3.4]',
  `${'a'.repeat(250)}@x.ph`,
])('%s is none', (text) => {
  expect(isEmail(text)).toBe(false)
})
