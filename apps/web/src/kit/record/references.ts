import type { Permission } from '@backoffice/contract/access'
import {
  type OptionTable,
  type Reference,
  type TableDeclaration,
  tablePermission,
} from '@backoffice/contract/table'
import { useQueries } from '@tanstack/react-query'
import type { RecordField } from './rows.ts'
import { findOptions, type Option } from './table-calls.ts'

/** Names change rarely, and a stale one misleads nobody: the code is shown beside it. */
const NAMES_FRESH_MS = 60_000

/** `AR Account`; a code that cannot be chosen any more says so. */
export function optionLabel({ code, name, in_force }: Option): string {
  return `${code} ${name}${in_force ? '' : ' (not in force)'}`
}

/** `* All companies`. */
export function anyLabel(any: string, label: string): string {
  const one = label.toLowerCase()
  return `${any} All ${one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`}`
}

type Asked = { selected: string[]; within?: Record<string, string> }

/** The names of selected codes; `permission` opens the options. */
export function namesQuery(permission: Permission, referenced: OptionTable, asked: Asked) {
  return {
    queryKey: ['options', referenced, asked],
    queryFn: ({ signal }: { signal: AbortSignal }) => findOptions(permission, referenced, asked, signal),
    enabled: asked.selected.length > 0,
    staleTime: NAMES_FRESH_MS,
  }
}

export type Names = (field: RecordField, value: string) => string | undefined

/**
 * What the codes of references stand for, `AR Account`; undefined until it is known. `valuesIn`: the codes in use, of
 * every field in the same order, where codes are another's own.
 */
export function useReferenceNames(
  table: TableDeclaration,
  fields: readonly RecordField[],
  valuesIn: (name: string) => readonly string[],
): Names {
  const asked = fields.flatMap(({ name, reference }) =>
    reference ? askedOf(reference, name, valuesIn).map((each) => ({ name, reference, ...each })) : [],
  )
  const replies = useQueries({
    queries: asked.map(({ reference, name: _name, ...each }) =>
      namesQuery(tablePermission(table, 'view'), reference.table, each),
    ),
  })
  return ({ name, label, reference }, value) => {
    if (reference?.any !== undefined && value === reference.any) return anyLabel(value, label)
    const found = asked.flatMap((each, at) =>
      each.name === name ? (replies[at]?.data ?? []).filter(({ code }) => code === value) : [],
    )
    const labels = new Set(found.map(optionLabel))
    // The same code of two companies has two names: the code says more.
    return labels.size === 1 ? [...labels][0] : undefined
  }
}

/** Together, or each within its own row of another table; none twice. */
function askedOf(
  { any, within }: Reference,
  name: string,
  valuesIn: (name: string) => readonly string[],
): Asked[] {
  const codes = valuesIn(name)
  if (!within) return [{ selected: [...new Set(codes)].filter((code) => code && code !== any).sort() }]
  const each = codes.map((code, at) => ({
    selected: code === '' ? [] : [code],
    within: Object.fromEntries(within.map((field) => [field, valuesIn(field)[at] ?? ''])),
  }))
  const isFirst = (one: Asked, at: number) =>
    each.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at
  return each.filter(isFirst)
}
