import {
  type Reference,
  type TableDeclaration,
  type TableField,
  tablePermission,
} from '@backoffice/contract/table'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import { anyLabel, optionLabel } from './references.ts'
import { findOptions } from './table-calls.ts'

type ReferenceField = { label: string; reference: Reference }

/** Searches codes of a referenced table. `read`: values of the row, which restrict them. */
export function useReferenceSearch(
  table: TableDeclaration,
  { label, reference }: ReferenceField,
  read: (field: string) => string,
) {
  const any =
    reference.any === undefined ? [] : [{ value: reference.any, label: anyLabel(reference.any, label) }]
  return useOptionSearch(async (query, signal) => {
    const body = { ...(query !== '' && { search: query }), ...choosable(reference, read) }
    const found = await findOptions(tablePermission(table, 'view'), reference.table, body, signal)
    const fitting = any.filter((option) => option.label.toLowerCase().includes(query.toLowerCase()))
    return [...fitting, ...found.map((option) => ({ value: option.code, label: optionLabel(option) }))]
  })
}

/** Restrictions on the rows that this row may refer to. */
function choosable({ within, except }: Reference, read: (field: string) => string) {
  return {
    ...(within && { within: Object.fromEntries(within.map((name) => [name, read(name)])) }),
    ...(except && { except: { [except.field]: except.is } }),
  }
}

/** Searches places within those above, largest first. Loads the list of places with the first search. */
export function usePlaceSearch(above: readonly string[]) {
  return useOptionSearch(async (query) => {
    const { placesBelow } = await import('@backoffice/contract/places')
    const wanted = query.toLowerCase()
    const found = above.includes('') ? [] : placesBelow(above)
    return found
      .filter((name) => name.toLowerCase().includes(wanted))
      .map((name) => ({ value: name, label: name }))
  })
}

/** Fields whose choices depend on a field. */
export function dependants(
  { fields }: { readonly fields: Readonly<Record<string, TableField>> },
  name: string,
): string[] {
  return Object.keys(fields).filter((each) => {
    const { place, reference } = fields[each] ?? {}
    return (place ?? reference?.within)?.includes(name)
  })
}
