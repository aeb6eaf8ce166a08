import { expect, test } from 'vitest'
import { type TableDeclaration, table, tableList, templateColumns } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

const code = { label: 'Code', type: 'code', rules: 'required', max: 6 } as const
const secret = { label: 'Secret', type: 'code', rules: '', max: 34, optional: true, masked: true } as const
const open = { ...TABLE_HEADERS.tenders, about: '', naming: 'code', searched: ['code'] } as const
const fields = { code: { ...code, key: true }, secret } as const

const masked = table({ ...open, fields })

test('a masked field is neither filtered nor sorted, and not imported', () => {
  expect(tableList(masked).fields.secret).toEqual({ label: 'Secret', type: 'code' })
  expect(templateColumns(masked)).not.toContain('secret')
})

/** Type errors: the check of types fails where one is missing. */
const REFUSED: readonly TableDeclaration[] = [
  // @ts-expect-error searched
  table({ ...open, fields, searched: ['secret'] }),
  // @ts-expect-error naming a row
  table({ ...open, fields, naming: 'secret' }),
  // @ts-expect-error moving a row
  table({ ...open, fields, movedBy: ['secret'] }),
  // @ts-expect-error comparing rows
  table({ ...open, fields, periods: [{ from: 'secret', to: 'code' }] }),
  // @ts-expect-error part of the key
  table({ ...open, fields: { ...fields, secret: { ...secret, key: true } } }),
  // @ts-expect-error required
  table({ ...open, fields: { ...fields, secret: { ...code, masked: true } } }),
]

test('a masked field has no other role in its table', () => {
  expect(REFUSED).toHaveLength(6)
})
