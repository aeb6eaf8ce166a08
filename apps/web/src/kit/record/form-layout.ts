import type { TableDeclaration } from '@backoffice/contract/table'
import { type RecordField, recordFields } from './rows.ts'

/** Longer texts take the whole width of the form. */
const HALF_WIDTH_CHARS = 30

/**
 * The fields by rows of two, in the order of the declaration. The ends of a range stand side by side: a field that would
 * be left alone before them is joined by the next one that takes half of the width.
 */
export function formRows(
  table: TableDeclaration,
  isShown: (field: RecordField) => boolean = () => true,
): RecordField[][] {
  const pairs = [
    ...[...(table.ranges ?? []), ...(table.periods ?? [])].map(({ from, to }) => [from, to]),
    ['effective_from', 'effective_to'],
  ]
  const left = recordFields(table).filter(isShown)
  const rows: RecordField[][] = []
  const isPaired = ({ name }: RecordField) => pairs.some((pair) => pair.includes(name))
  const takeFirst = (fits: (field: RecordField) => boolean): RecordField[] => {
    const at = left.findIndex(fits)
    return at < 0 ? [] : left.splice(at, 1)
  }
  while (left.length > 0) {
    const [field] = left.splice(0, 1)
    if (!field) break
    const pair = pairs.find((names) => names.includes(field.name))
    if (isWide(field)) rows.push([field])
    else if (pair) rows.push([field, ...takeFirst(({ name }) => pair.includes(name))])
    else rows.push([field, ...takeFirst((other) => !isWide(other) && !isPaired(other))])
  }
  return rows
}

export const isWide = ({ type, max = 0 }: RecordField) => type === 'text' && max >= HALF_WIDTH_CHARS
