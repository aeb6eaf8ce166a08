import { BUILT_SCREENS } from '@backoffice/contract/screens'
import { expect, it } from 'vitest'
import { PUBLIC_SCREENS } from './public/screens.ts'
import { router } from './router.tsx'

it('routes every built screen, and no path that the table of screens does not have', () => {
  const paths = (isPublic: boolean) =>
    BUILT_SCREENS.filter(({ layout }) => (layout === 'login') === isPublic).map(({ path }) => path as string)
  const routed = Object.keys(router.routesByPath)
    // The splat matches the paths without a screen.
    .filter((path) => path !== '/$')
    .map((path) => path.replace(/\$(\w+)/g, '{$1}'))
  expect(routed.toSorted()).toEqual(paths(false).toSorted())
  expect(Object.keys(PUBLIC_SCREENS).toSorted()).toEqual(paths(true).toSorted())
})

it('gives no two screens the same keys, and none that begin the keys of another', () => {
  const keys = Object.values(router.routesByPath).flatMap(({ options }) => options.staticData?.keys ?? [])
  expect(keys).toContain('g d')
  expect(new Set(keys).size).toBe(keys.length)
  for (const each of keys) expect(each).toMatch(/^g [a-z]$/)
})
