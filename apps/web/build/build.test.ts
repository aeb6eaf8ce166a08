import { expect, test } from 'vitest'
import { chunkGroups, loadedWith } from './chunks.ts'
import { styleFor } from './pages.ts'

const SPLIT = '?tsr-split=component'

/** Static imports; dynamic imports after the bar. */
const IMPORTS: Record<string, string> = {
  public: 'public-app button sign-in-form | set-up',
  'public-app': 'public /boot/public/screens.ts',
  '/boot/public/screens.ts': '| forgot',
  'sign-in-form': 'field use-form',
  forgot: 'use-form',
  'set-up': 'qr use-form',
  app: 'button session home-route list-route area-route | dialog',
  session: 'token',
  'home-route': `| home${SPLIT}`,
  'list-route': `| list${SPLIT} other.tsx${SPLIT} new.tsx${SPLIT} record.tsx${SPLIT}`,
  'area-route': `| cases.tsx${SPLIT} case.tsx${SPLIT}`,
  [`home${SPLIT}`]: 'tile',
  [`list${SPLIT}`]: 'tile pager field',
  [`other.tsx${SPLIT}`]: 'pager avatar',
  [`new.tsx${SPLIT}`]: 'pager qr use-form steps',
  [`record.tsx${SPLIT}`]: 'use-form steps impact',
  [`cases.tsx${SPLIT}`]: 'pager case-words case-queries | case-dialog',
  [`case.tsx${SPLIT}`]: 'case-words use-form pager',
  'case-dialog': 'case-queries',
  dialog: 'overlay',
}
/** Paths of the routes by their file. */
const PATHS: Record<string, string> = {
  home: '/home',
  list: '/list',
  'other.tsx': '/other',
  'new.tsx': '/new/create',
  'record.tsx': '/held/$id',
  'cases.tsx': '/cases',
  'case.tsx': '/cases/$id',
}
const graph = {
  getModuleInfo: (id: string) => {
    const [statics = '', dynamics = ''] = (IMPORTS[id] ?? '').split('|')
    const ids = (text: string) => text.split(' ').filter(Boolean)
    return { importedIds: ids(statics), dynamicallyImportedIds: ids(dynamics) }
  },
}

test('static imports are followed around a cycle', () => {
  const isLoaded = loadedWith('public-app')
  expect(['public', 'field', 'set-up', 'app'].map((id) => isLoaded(id, graph))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('modules are grouped by what loads them', () => {
  const groups = chunkGroups({
    publicEntry: 'public',
    appEntry: 'app',
    session: 'session',
    rules: 'use-form',
    pathOf: (file) => PATHS[file],
    homes: ['/home'],
  })
  const groupOf = (id: string) => groups.flatMap(({ name }) => name(id, graph) ?? [])[0]
  expect(groupOf('/node_modules/react-dom/index.js')).toBe('react')
  expect([groupOf('button'), groupOf('field')]).toEqual(['base', 'base'])
  expect(groupOf('use-form')).toBe('form')
  expect(groupOf('token')).toBe('session')
  expect([groupOf('list-route'), groupOf('tile')]).toEqual(['app', 'app'])
  expect([groupOf('pager'), groupOf('steps')]).toEqual(['lists', 'records'])
  expect([groupOf('case-words'), groupOf('case-queries')]).toEqual(['list-cases', 'list-cases'])
  for (const id of ['public', 'app', 'sign-in-form', 'qr', 'overlay', 'avatar', 'impact'])
    expect(groupOf(id)).toBeUndefined()
})

test('a part of a stylesheet has exactly the rules that can be needed, in order', () => {
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
