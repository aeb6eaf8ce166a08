import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LISTS } from './all-lists.ts'

test('all lists of this folder are included and have unique names', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => !/all-lists|\.test\./.test(name))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(`./${name}`)))
  const declared = modules
    .flatMap((each) => Object.values(each))
    .filter((each) => Object.hasOwn(Object(each), 'fields'))
  expect(declared.length).toBeGreaterThan(5)
  expect(LISTS).toEqual(expect.arrayContaining(declared))
  const names = LISTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
