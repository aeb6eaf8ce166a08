import { type Direction, MAX_SORTS, type Sort } from '@backoffice/contract/list'

export function directionOf(sort: readonly Sort[], field: string): Direction | undefined {
  if (sort.includes(`${field}:asc`)) return 'asc'
  return sort.includes(`${field}:desc`) ? 'desc' : undefined
}

const fieldOf = (each: Sort) => each.slice(0, each.lastIndexOf(':'))
const NEXT = { none: 'asc', asc: 'desc', desc: undefined } as const

/**
 * The sort after a press on a column: ascending, descending, then the declared sort (undefined). `isAdded`: keeps the
 * other sorted columns.
 */
export function nextSort(
  sort: readonly Sort[],
  field: string,
  isAdded: boolean,
  declared: readonly Sort[],
): readonly Sort[] | undefined {
  const direction = NEXT[directionOf(sort, field) ?? 'none']
  const own = direction && (`${field}:${direction}` as const)
  if (!isAdded) {
    // The declared sort is descending already, so start with ascending.
    if (!own && declared.join() === sort.join()) return [`${field}:asc`]
    return own && [own]
  }
  if (!own) {
    const rest = sort.filter((each) => fieldOf(each) !== field)
    return rest.length > 0 ? rest : undefined
  }
  if (directionOf(sort, field)) return sort.map((each) => (fieldOf(each) === field ? own : each))
  return sort.length < MAX_SORTS ? [...sort, own] : sort
}

export const sortedFields = (sort: readonly Sort[]) => sort.map(fieldOf)
