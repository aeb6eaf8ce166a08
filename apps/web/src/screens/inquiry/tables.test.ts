import { preferencesEndpoints } from '@backoffice/contract/endpoints/preferences'
import { expect, test } from 'vitest'
import { FILES_TABLE } from './files-table.tsx'
import { INQUIRIES_TABLE } from './inquiries-table.tsx'

test('the server accepts the name of every table and column', () => {
  const tables = [FILES_TABLE, INQUIRIES_TABLE]
  const columns = Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map(({ id }) => ({ id }))]),
  )
  expect(preferencesEndpoints.update.body.safeParse({ version: 0, columns }).success).toBe(true)
})
