import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { LinkProps } from '@tanstack/react-router'
import { linkTo } from '../navigation/link-to.ts'

/**
 * Links between a list and its records, as props of `Link` and options of `navigate`. They keep the search of the list
 * and the scroll position, so that closing a record returns to the same place.
 */

type Search = Readonly<Record<string, unknown>>

/** Params of the address that belong to the record. */
export type RecordParams = {
  from?: string | undefined
  tab?: string | undefined
  /** A known value of a new record. */
  [fill: `fill.${string}`]: string | undefined
  /** Param of the list of gaps that linked to the new record. */
  [back: `back.${string}`]: string | undefined
}

/** A list at a path with its records below it. */
type RecordList = { readonly path: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the params of a record; the list reads its own. */
export function recordParams(search: Search): RecordParams {
  const { from, tab } = search
  return {
    ...Object.fromEntries(Object.entries(search).filter((entry) => isFill(entry) || isBack(entry))),
    from: typeof from === 'string' && UUID.test(from) ? from : undefined,
    tab: typeof tab === 'string' && /^[a-z]{1,20}$/.test(tab) ? tab : undefined,
  }
}

const FILL = 'fill.'
const BACK = 'back.'
const isShort = (value: unknown) =>
  typeof value === 'string' && value.length <= 100 && maskCardNumbers(value) === value
const isFill = ([name, value]: readonly [string, unknown]) => name.startsWith(FILL) && isShort(value)
const isBack = ([name, value]: readonly [string, unknown]) => name.startsWith(BACK) && isShort(value)

/** Values by field that a link fills into the form of a new record. */
export function fillOf(search: Search): Record<string, string> {
  const filled = Object.entries(search).filter(isFill)
  return Object.fromEntries(filled.map(([name, value]) => [name.slice(FILL.length), String(value)]))
}

/** Target after a form that a link has filled in: the previous list of unmapped codes. */
export function backOf(search: Search): LinkProps | undefined {
  const entries = Object.entries(search)
  if (!entries.some(isFill)) return undefined
  const list = entries.filter(isBack).map(([name, value]) => [name.slice(BACK.length), value])
  return linkTo('/lookup', { search: Object.fromEntries(list) })
}

function withOnly(own: RecordParams) {
  return (search: Search) => {
    const { from: _from, tab: _tab, ...rest } = search
    const list = Object.entries(rest).filter((entry) => !isFill(entry) && !isBack(entry))
    return { ...Object.fromEntries(list), ...own }
  }
}

const inList = (to: string, own: RecordParams = {}) =>
  linkTo(to, { search: withOnly(own), resetScroll: false })

const listLinks = new Map<string, LinkProps>()

/** Returns the same object for the same table. */
export function listLink({ path }: RecordList): LinkProps {
  const link = listLinks.get(path) ?? inList(path)
  listLinks.set(path, link)
  return link
}

/** `tab`: the initial tab. */
export const recordLink = ({ path }: RecordList, id: string, tab?: string): LinkProps =>
  inList(`${path}/${id}`, tab ? { tab } : {})

/** Another page next to the list, such as `invite`. */
export const pageLink = ({ path }: RecordList, page: string): LinkProps => inList(`${path}/${page}`)

/** `from`: id of the row to duplicate. */
export const createLink = ({ path }: RecordList, from?: string): LinkProps =>
  inList(`${path}/create`, from === undefined ? {} : { from })

const prefixed = (prefix: string, values: Search) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))

/** Link to the form of a new record with these values. `isListed`: the form returns to the same rows of the list. */
export const filledLink = (
  { path }: RecordList,
  values: Readonly<Record<string, string>>,
  { isListed = false } = {},
): LinkProps =>
  linkTo(`${path}/create`, {
    search: (list: Search) => ({ ...(isListed && prefixed(BACK, list)), ...prefixed(FILL, values) }),
    resetScroll: false,
  })
