import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { LinkProps } from '@tanstack/react-router'

/**
 * Links between a list and its records, as props of `Link` and options of `navigate`. The address of the list keeps its
 * search, and the page its scroll position, so that closing a record leads back to the same place.
 */

type Search = Readonly<Record<string, unknown>>

/** Params of the address that belong to the record. */
export type RecordParams = {
  from?: string | undefined
  tab?: string | undefined
  /** Of a new record: a value that is known already. */
  [fill: `fill.${string}`]: string | undefined
}

/** What has a list at a path and its records below it. */
type Listed = { readonly path: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the params of a record beside those of its list, which keeps only its own. */
export function recordParams(search: Search): RecordParams {
  const { from, tab } = search
  return {
    ...Object.fromEntries(Object.entries(search).filter(isFill)),
    from: typeof from === 'string' && UUID.test(from) ? from : undefined,
    tab: typeof tab === 'string' && /^[a-z]{1,20}$/.test(tab) ? tab : undefined,
  }
}

const FILL = 'fill.'
const isFill = ([name, value]: readonly [string, unknown]) =>
  name.startsWith(FILL) &&
  typeof value === 'string' &&
  value.length <= 100 &&
  maskCardNumbers(value) === value

/** What a link fills into the form of a new record, by field. */
export function fillOf(search: Search): Record<string, string> {
  const filled = Object.entries(search).filter(isFill)
  return Object.fromEntries(filled.map(([name, value]) => [name.slice(FILL.length), String(value)]))
}

/** Where a form leads that a link has filled in: the screen that lists what is not mapped. */
export const backOf = (search: Search): LinkProps | undefined =>
  Object.entries(search).some(isFill) ? ({ to: '/lookup' } as LinkProps) : undefined

function withOnly(own: RecordParams) {
  return (search: Search) => {
    const { from: _from, tab: _tab, ...rest } = search
    const list = Object.entries(rest).filter((entry) => !isFill(entry))
    return { ...Object.fromEntries(list), ...own }
  }
}

// The paths are composed, which the router's types cannot follow; screens.test.ts checks that they have routes.
const linkTo = (to: string, own: Parameters<typeof withOnly>[0] = {}) =>
  ({ to, search: withOnly(own), resetScroll: false }) as unknown as LinkProps

const listLinks = new Map<string, LinkProps>()

/** The same object for the same table. */
export function listLink({ path }: Listed): LinkProps {
  const link = listLinks.get(path) ?? linkTo(path)
  listLinks.set(path, link)
  return link
}

/** `tab`: shown first. */
export const recordLink = ({ path }: Listed, id: string, tab?: string): LinkProps =>
  linkTo(`${path}/${id}`, tab ? { tab } : {})

/** `from`: the id of the row to duplicate. */
export const createLink = ({ path }: Listed, from?: string): LinkProps =>
  linkTo(`${path}/create`, from === undefined ? {} : { from })

/** The form of a new record with these values filled in. */
export const filledLink = ({ path }: Listed, values: Readonly<Record<string, string>>): LinkProps =>
  linkTo(
    `${path}/create`,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${FILL}${name}`, value])),
  )
