import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { stripSchemas } from './strip-schemas.ts'

const stripped = (code: string) => stripSchemas(code, parseAst(code)).replaceAll(/\s+/g, ' ')

test('an endpoint keeps where it is, what it does and its rules, and nothing that only the server reads', () => {
  const code = `
export const endpoints = {
  update: endpoint({
    api: 'user', method: 'PATCH', path: '/preferences', summary: 'Change, with "commas", own choices',
    access: { anyOf: ['a:b', 'c:d'] }, effect: 'write', bodyLimitBytes: 2 * 1024,
    audit: { resource: 'preferences', action: 'update', id: 'caller' },
    body: z.strictObject({ version: count, query: z.string() }),
    rules: { query: { label: 'Query', rules: 'required' } },
    reply: preferences
  }),
}`
  expect(stripped(code)).toBe(
    ` export const endpoints = { update: endpoint({ api: 'user', method: 'PATCH', path: '/preferences', effect: 'write', rules: { query: { label: 'Query', rules: 'required' } }, }), }`,
  )
})

test('a constant that is a schema is removed, code beside schemas stays', () => {
  expect(
    stripped(
      `const name = z.string().check(z.regex(/^[a-z]$/, 'No name'))\nexport const SIZES = [10, 25]\nconst other = { query: 1, body: z }`,
    ),
  ).toBe(`const name = undefined export const SIZES = [10, 25] const other = { query: 1, body: z }`)
})
