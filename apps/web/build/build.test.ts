import { expect, test } from 'vitest'
import { loadedWith } from './chunks.ts'
import { styleFor } from './style-for.ts'

const imports: Record<string, string[]> = {
  main: ['router', 'shared'],
  router: ['main', 'cycle'],
  cycle: ['router'],
  shared: [],
  other: ['shared'],
}
const graph = { getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null) }

test('what is loaded with a module is found round every cycle', () => {
  const loadedBy = (root: string) => Object.keys(imports).filter((id) => loadedWith(root)(id, graph))
  expect(loadedBy('main')).toEqual(['main', 'router', 'cycle', 'shared'])
  expect(loadedBy('other')).toEqual(['shared', 'other'])
})

test('a part of a stylesheet has what can be needed, in its order, and nothing else', () => {
  const css = `
    :root { --a: light-dark(#fff, #000) }
    ._card_1 { color: red }
    ._card_1 ._inside_1 { color: blue }
    ._card_1 ._elsewhere_1, h1 { color: green }
    @media (width < 10px) { ._card_1 { margin: 0 } ._table_2 { margin: 0 } }
    ._table_2:hover { color: red }`
  const first = styleFor(css, ['<p class="_card_1">', 'const css={inside:"_inside_1"}'])
  expect(first).toBe(
    ':root{--a:light-dark(#fff,#000)}._card_1{color:red}._card_1 ._inside_1{color:#00f}' +
      '._card_1 ._elsewhere_1,h1{color:green}@media (width<10px){._card_1{margin:0}}',
  )
})
