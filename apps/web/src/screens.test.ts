import { readFileSync } from 'node:fs'
import { BUILT_SCREENS } from '@backoffice/contract/screens'
import { expect, it } from 'vitest'
import { PUBLIC_SCREENS } from './public/screens.ts'

/** Which paths the browser's router knows, from the tree that is generated out of the route files. */
function routedPaths(): string[] {
  const tree = readFileSync(new URL('routeTree.gen.ts', import.meta.url), 'utf8')
  const byPath = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  return [...byPath.matchAll(/'([^']+)'/g)].flatMap(([, path = '']) =>
    // The splat is where unknown paths end.
    path === '/$' ? [] : path.replace(/\$(\w+)/g, '{$1}'),
  )
}

it('routes every screen that is built, and nothing that the table does not know', () => {
  const paths = (isPublic: boolean) =>
    BUILT_SCREENS.filter(({ layout }) => (layout === 'login') === isPublic).map(({ path }) => path as string)
  expect(routedPaths().toSorted()).toEqual(paths(false).toSorted())
  expect(Object.keys(PUBLIC_SCREENS).toSorted()).toEqual(paths(true).toSorted())
})
