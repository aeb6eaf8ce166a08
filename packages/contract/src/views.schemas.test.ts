import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LISTS } from './views.schemas.ts'

test('all declared lists can have views and have unique names', async () => {
  const folder = join(import.meta.dirname, 'lists')
  const files = await readdir(folder)
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(join(folder, name))),
  )
  const declared = modules
    .flatMap((each) => Object.values(each))
    .filter((each) => Object.hasOwn(Object(each), 'fields'))
  expect(declared.length).toBeGreaterThan(5)
  expect(LISTS).toEqual(expect.arrayContaining(declared))
  const names = LISTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
