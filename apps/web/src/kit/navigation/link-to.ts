import type { LinkProps } from '@tanstack/react-router'

type Options<S> = Pick<LinkProps, 'resetScroll' | 'replace'> & {
  search?: object | ((current: S) => object)
}

/**
 * A link to a composed path, or with the search of a list. The router types neither. screens.test.ts checks that the
 * paths have routes, and each route validates its search.
 */
export function linkTo<S extends object>(to: string, options: Options<S> = {}): LinkProps {
  return { to, ...options } as LinkProps
}
