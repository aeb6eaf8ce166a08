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
  ['one’s own, of own rows', exported('SMAC_INQUIRY', me, me), ['inquiry:export']],
  ['one’s own, of all rows', exported('SMAC_INQUIRY', me, null), ['inquiry:export', 'inquiry:view-all']],
  [
    'another’s, of the rows of that one',
    exported('SMAC_INQUIRY', another, another),
    ['inquiry:export', 'file:download', 'inquiry:view-all'],
  ],
  ['one’s own, of all files', exported('FILES', me, null), ['file:export', 'file:view-all']],
  ['another’s, of a table', exported('TENDERS', another, null), ['tender:export', 'file:download']],
])('to download an export takes the permissions of its rows: %s', (_what, file, wanted) => {
  expect(downloadPermissions(file, { id: me })).toEqual(wanted)
})
