import { expect, test } from 'vitest'
import { downloadPermissions } from './file-permissions.ts'

const [me, another] = ['me', 'another']
const exported = (category: string, uploaded_by: string, owner: string | null) => ({
  kind: 'export' as const,
  category,
  uploaded_by,
  request: { form: 'view' as const, sort: undefined, columns: [], owner },
})

test.each([
  ['own export of own rows', exported('SMAC_INQUIRY', me, me), ['inquiry:export']],
  ['own export of all rows', exported('SMAC_INQUIRY', me, null), ['inquiry:export', 'inquiry:view-all']],
  [
    'export of another user with their rows',
    exported('SMAC_INQUIRY', another, another),
    ['inquiry:export', 'file:download', 'inquiry:view-all'],
  ],
  ['own export of all files', exported('FILES', me, null), ['file:export', 'file:view-all']],
  [
    'export of a table by another user',
    exported('TENDERS', another, null),
    ['tender:export', 'file:download'],
  ],
])('downloading requires the permissions of the rows: %s', (_what, file, expected) => {
  expect(downloadPermissions(file, { id: me })).toEqual(expected)
})
