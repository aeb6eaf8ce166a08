import type { Permission } from '@backoffice/contract/access'
import {
  type OptionTable,
  type Reference,
  type TableDeclaration,
  type TableField,
  tablePermission,
} from '@backoffice/contract/table'
import { useQueries } from '@tanstack/react-query'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import { findOptions, type Option } from './record-queries.ts'
import type { RecordField } from './rows.ts'

/** Names change rarely, and a stale name is harmless, because its code is shown next to it. */
const NAMES_FRESH_MS = 60_000

/** `AR Account`; marks codes that can no longer be chosen. */
export function optionLabel({ code, name, in_force }: Option): string {
  return `${code} ${name}${in_force ? '' : ' (inactive)'}`
}

/** `* All companies`. */
export function anyLabel(any: string, label: string): string {
  const one = label.toLowerCase()
  return `${any} All ${one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`}`
}

type NamesRequest = { selected: string[]; within?: Record<string, string> }

/** The names of selected codes; `permission` opens the options. */
export function namesQuery(permission: Permission, referenced: OptionTable, request: NamesRequest) {
  return {
    queryKey: ['options', referenced, request],
    queryFn: ({ signal }: { signal: AbortSignal }) => findOptions(permission, referenced, request, signal),
    enabled: request.selected.length > 0,
    staleTime: NAMES_FRESH_MS,
  }
}

export type Names = (field: RecordField, value: string) => string | undefined

/**
 * Names of reference codes, `AR Account`; undefined until loaded. `valuesIn`: the codes in use, in the same order for
 * every field.
 */
export function useReferenceNames(
  table: TableDeclaration,
  fields: readonly RecordField[],
  valuesIn: (name: string) => readonly string[],
): Names {
  const requests = fields.flatMap(({ name, reference }) =>
    reference ? namesRequests(reference, name, valuesIn).map((each) => ({ name, reference, ...each })) : [],
  )
  const replies = useQueries({
    queries: requests.map(({ reference, name: _name, ...each }) =>
      namesQuery(tablePermission(table, 'view'), reference.table, each),
    ),
  })
  return ({ name, label, reference }, value) => {
    if (reference?.any !== undefined && value === reference.any) return anyLabel(value, label)
    const found = requests.flatMap((each, index) =>
      each.name === name ? (replies[index]?.data ?? []).filter(({ code }) => code === value) : [],
    )
    const labels = new Set(found.map(optionLabel))
    // Two companies may give the same code two names. Then the code is clearer.
    return labels.size === 1 ? [...labels][0] : undefined
  }
}

/** One request for all codes, or one per parent code; without duplicates. */
function namesRequests(
  { any, within }: Reference,
  name: string,
  valuesIn: (name: string) => readonly string[],
): NamesRequest[] {
  const codes = valuesIn(name)
  if (!within) return [{ selected: [...new Set(codes)].filter((code) => code && code !== any).sort() }]
  const each = codes.map((code, index) => ({
    selected: code === '' ? [] : [code],
    within: Object.fromEntries(within.map((field) => [field, valuesIn(field)[index] ?? ''])),
  }))
  const isFirst = (one: NamesRequest, index: number) =>
    each.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index
  return each.filter(isFirst)
}

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

/** Fields that have choices depending on a field. */
export function dependants(
  { fields }: { readonly fields: Readonly<Record<string, TableField>> },
  name: string,
): string[] {
  return Object.keys(fields).filter((each) => {
    const { place, reference } = fields[each] ?? {}
    return (place ?? reference?.within)?.includes(name)
  })
}
