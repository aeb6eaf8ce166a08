import { expect, test } from 'vitest'
import { type TableDeclaration, table, tableList, unmaskedColumns } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

const code = { label: 'Code', type: 'code', rules: 'required', max: 6 } as const
const secret = { label: 'Secret', type: 'code', rules: '', max: 34, optional: true, masked: true } as const
const open = { ...TABLE_HEADERS.tenders, about: '', naming: 'code', searched: ['code'] } as const
const fields = { code: { ...code, key: true }, secret } as const

const masked = table({ ...open, fields })

test('a masked field cannot be filtered, sorted or imported', () => {
  expect(tableList(masked).fields.secret).toEqual({ label: 'Secret', type: 'code' })
  expect(unmaskedColumns(masked)).not.toContain('secret')
})

/** Declarations that must not compile. */
const INVALID: readonly TableDeclaration[] = [
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
  expect(INVALID).toHaveLength(6)
})
