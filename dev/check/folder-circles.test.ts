import { expect, test } from 'vitest'
import { folderCircles } from './folder-circles.ts'
import { type Import, scanImports } from './module-graph.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'

const imports = (...pairs: [from: string, to: string, kind?: Import['kind']][]): Import[] =>
  pairs.map(([from, to, kind = 'static']) => ({ from, to, kind }))

test('finds two folders that import each other through different files, lazily or for types', () => {
  const there = `${server}/files/csv/read.ts`
  expect(
    folderCircles(
      imports(
        [there, `${server}/jobs/queue.ts`],
        [`${server}/files/csv/write.ts`, `${server}/jobs/queue.ts`],
        [`${server}/jobs/validate.ts`, there, 'lazy'],
      ),
    ),
  ).toEqual([
    {
      folders: [`${server}/files/csv`, `${server}/jobs`],
      path: imports([`${server}/jobs/validate.ts`, there, 'lazy'], [there, `${server}/jobs/queue.ts`]),
    },
  ])
})

test('finds a circle of three folders', () => {
  const circle = imports(
    [`${web}/features/cards/a.tsx`, `${web}/features/cases/a.tsx`],
    [`${web}/features/cases/b.tsx`, `${web}/features/access/a.tsx`, 'type'],
    [`${web}/features/access/b.tsx`, `${web}/features/cards/b.tsx`],
  )
  const others = imports(
    [`${web}/app/main.tsx`, `${web}/features/cards/a.tsx`],
    [`${web}/features/access/a.tsx`, `${web}/ui/button.tsx`],
  )
  expect(folderCircles([...others, ...circle])).toEqual([
    {
      folders: [`${web}/features/access`, `${web}/features/cards`, `${web}/features/cases`],
      path: expect.arrayContaining(circle),
    },
  ])
})

test('counts a folder and a folder inside it on the server only', () => {
  const within = (folder: string) =>
    folderCircles(
      imports([`${folder}/a.ts`, `${folder}/part/a.ts`], [`${folder}/part/b.ts`, `${folder}/b.ts`]),
    )
  expect(within(`${server}/files`)).toHaveLength(1)
  expect(within(`${web}/features/files`)).toEqual([])
  expect(within('packages/contract/src')).toEqual([])
})

test('finds each kind of import in a source text, and none in other strings', () => {
  const text = `
import { a } from './a.ts'
import type { B } from './b.ts'
import {
  type C,
  c,
} from '@backoffice/contract/c'
import './d.css'
export { e } from './e.ts'
export const f = "import './f.ts'"
const g = async () => (await import('./g.tsx')).G
const h = (): Promise<typeof import('./h.ts')> => load()
export type I = import('./i.ts').I
`
  expect(scanImports(text).map(({ module, kind }) => [module, kind])).toEqual([
    ['./a.ts', 'static'],
    ['./b.ts', 'type'],
    ['@backoffice/contract/c', 'static'],
    ['./d.css', 'static'],
    ['./e.ts', 'static'],
    ['./g.tsx', 'lazy'],
    ['./h.ts', 'type'],
    ['./i.ts', 'type'],
  ])
})
