import { SCREENS } from '@backoffice/contract/screens'
import { expect, it } from 'vitest'
import { PUBLIC_SCREENS } from '../boot/public/screens.ts'
import { router } from './router.tsx'

it('routes every screen, and no path that the table of screens does not have', () => {
  const paths = (isPublic: boolean): string[] =>
    SCREENS.filter(({ layout }) => (layout === 'login') === isPublic).map(({ path }) => path)
  // The splat matches the paths without a screen.
  const routes = Object.keys(router.routesByPath).filter((path) => path !== '/$')
  const found = paths(false).map((path) => router.getMatchedRoutes(path)[0].at(-1)?.fullPath)
  expect(new Set(found.map((path) => path?.replace(/(.)\/$/, '$1')))).toEqual(new Set(routes))
  expect(Object.keys(PUBLIC_SCREENS).toSorted()).toEqual(paths(true).toSorted())
})

it('gives no two screens the same keys, and none that begin the keys of another', () => {
  const keys = SCREENS.flatMap((screen) => ('keys' in screen ? [screen.keys] : []))
  expect(keys).toContain('g d')
  expect(new Set(keys).size).toBe(keys.length)
  for (const each of keys) expect(each).toMatch(/^g [a-z]$/)
})
