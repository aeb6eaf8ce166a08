import type { ReferencedTable, TableDeclaration } from '@backoffice/contract/table'
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

function namesQuery(table: TableDeclaration, referenced: ReferencedTable, codes: readonly string[]) {
  const selected = [...new Set(codes)].filter(Boolean).sort()
  return {
    queryKey: ['options', referenced, selected],
    queryFn: ({ signal }: { signal: AbortSignal }) => findOptions(table, referenced, { selected }, signal),
    enabled: selected.length > 0,
    staleTime: NAMES_FRESH_MS,
  }
}

export type Names = (field: RecordField, value: string) => string | undefined

/** What the codes of references stand for, `AR Account`; undefined until it is known. `valuesOf`: the codes in use. */
export function useReferenceNames(
  table: TableDeclaration,
  fields: readonly RecordField[],
  valuesIn: (name: string) => readonly string[],
): Names {
  const references = fields.flatMap(({ name, reference }) => (reference ? [{ name, ...reference }] : []))
  const replies = useQueries({
    queries: references.map(({ name, table: referenced, any }) =>
      namesQuery(
        table,
        referenced,
        valuesIn(name).filter((code) => code !== any),
      ),
    ),
  })
  return ({ name, label, reference }, value) => {
    if (reference?.any !== undefined && value === reference.any) return anyLabel(value, label)
    const at = references.findIndex((each) => each.name === name)
    const option = replies[at]?.data?.find(({ code }) => code === value)
    return option && optionLabel(option)
  }
}
