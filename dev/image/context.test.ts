import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../check/source-files.ts'
import { packedFiles } from './context.ts'

const { files: packed, packages } = packedFiles()

test('the image has both processes, the commands of operators, migrations and the contract, but no tests or demo accounts', () => {
  expect(packed).toEqual(
    expect.arrayContaining([
      'apps/server/src/app/app.ts',
      'apps/server/src/approvals.ts',
      'apps/server/src/adapters/storage/s3-storage.ts',
      'apps/server/src/db/migrations/001-foundation.sql',
      'packages/identity/migrations/001-schema.sql',
      'packages/identity/src/index.ts',
      'packages/contract/src/api.ts',
    ]),
  )
  expect(packed.filter((file) => /\.(test|drill)\.|\/testing\/|ops\/demo\/demo-/.test(file))).toEqual([])
})

test('every imported package is a dependency in production', () => {
  const declared = ['apps/server', 'packages/contract', 'packages/identity'].flatMap((workspace) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
    return Object.keys(dependencies)
  })
  expect(packages).toContain('kysely')
  expect(packages.filter((name) => !declared.includes(name))).toEqual([])
})

test('lists every file that is read by its path at run time', () => {
  const byPath = packed.filter(
    (file) => file.endsWith('.ts') && readFileSync(join(root, file), 'utf8').includes('import.meta.'),
  )
  expect(byPath).toEqual(['apps/server/src/db/migrate.ts', 'packages/identity/src/store/migrate.ts'])
})
