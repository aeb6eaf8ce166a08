import { expect, test } from 'vitest'
import { loadedWith } from './chunks.ts'
import { firstStyle } from './first-style.ts'

const imports: Record<string, string[]> = {
  main: ['router', 'shared'],
  router: ['main', 'cycle'],
  cycle: ['router'],
  shared: [],
  other: ['shared'],
}
const graph = { getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null) }

test('a chunk has what all its roots load, round every cycle, and no entry', () => {
  const inChunkOf = (...roots: string[]) => {
    const nameOf = loadedWith(roots, ['main', 'other'], 'app')
    return Object.keys(imports).filter((id) => nameOf(id, graph) === 'app')
  }
  expect(inChunkOf('main')).toEqual(['router', 'cycle', 'shared'])
  expect(inChunkOf('main', 'other')).toEqual(['shared'])
})

test('the style of the first paint has what can be needed, in its order, and nothing else', () => {
  const css = `
    :root { --a: light-dark(#fff, #000) }
    ._card_1 { color: red }
    ._card_1 ._inside_1 { color: blue }
    ._card_1 ._elsewhere_1, h1 { color: green }
    @media (width < 10px) { ._card_1 { margin: 0 } ._table_2 { margin: 0 } }
    ._table_2:hover { color: red }`
  const first = firstStyle(css, ['<p class="_card_1">', 'const css={inside:"_inside_1"}'])
  expect(first).toBe(
    ':root{--a:light-dark(#fff,#000)}._card_1{color:red}._card_1 ._inside_1{color:#00f}' +
      '._card_1 ._elsewhere_1,h1{color:green}@media (width<10px){._card_1{margin:0}}',
  )
})
