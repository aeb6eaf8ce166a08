import type { Access } from '@backoffice/contract/access'
import type { AccessChangeRequest } from '@backoffice/contract/explain'
import { queryOptions } from '@tanstack/react-query'
import type { RuleFormOptions } from '../../kit/form/rule-form.ts'
import { plural } from '../../kit/format/format-number.ts'
import type { FieldTexts } from '../../kit/record/merge.ts'
import { queryClient } from '../../net/query-client.ts'
import type { PolicyOption } from './access-queries.ts'
import { chosenOf, chosenTexts, differing, itemOf } from './chosen.ts'
import type { AccessRecord, SeenVersions } from './use-access-form.ts'

/** A role or policy. */
export type AccessItem = AccessRecord & { name: string; is_system: boolean }

type NamedItem = Pick<PolicyOption, 'id' | 'name'>

export type AccessValues = { name: string; description: string }

/** A field with a list of chosen items, such as the policies of a role. */
type ChosenField = {
  /** `policy`, `policies`. */
  one: string
  many: string
  /** Label of an item in the comparison of two versions. `known` holds policies and roles. */
  labelOf: (item: string, known: readonly NamedItem[]) => string
  /** True if the user may grant the item in a copy. Undefined if copies start without items. */
  mayGive?: (item: string, user: Access, offered: readonly PolicyOption[]) => boolean
}

/** Differences between roles and policies, without components. */
export type AccessForm<R extends AccessItem, V extends AccessValues> = {
  noun: 'role' | 'policy'
  /** `Roles`. */
  title: string
  /** First part of its query keys. */
  key: 'roles' | 'policies'
  path: string
  rules: RuleFormOptions<V>['fields'] & Readonly<Record<string, { label: string }>>
  maxName: number
  /** `modules or policies`. */
  describeChosen: string
  /** Words for items that a copy leaves out, such as `A module or policy`. */
  leftOut: { one: string; many: string }
  chosen: { readonly [F in Exclude<keyof V & string, keyof AccessValues>]: ChosenField }
  /** Labels of history fields that the form does not have. */
  others: Readonly<Record<string, string>>
  empty: V
  valuesOf: (record: R) => V
  /** Policies and roles that the record names. */
  namedIn: (record: R) => readonly NamedItem[]
  requestOf: (id: string, values: V) => AccessChangeRequest
  get: (id: string, signal: AbortSignal) => Promise<R>
  create: (values: V, idempotencyKey: string) => Promise<R>
  update: (id: string, changes: Partial<V> & SeenVersions) => Promise<R>
  remove: (id: string, version: number) => Promise<unknown>
}

export function accessQuery<R extends AccessItem, V extends AccessValues>(
  { key, get }: AccessForm<R, V>,
  id: string,
) {
  return queryOptions({
    queryKey: [key, 'record', id] as const,
    queryFn: ({ signal }) => get(id, signal),
    refetchOnWindowFocus: 'always',
  })
}

export function storeAccess<R extends AccessItem, V extends AccessValues>(
  form: AccessForm<R, V>,
  record: R,
): void {
  queryClient.setQueryData(accessQuery(form, record.id).queryKey, record)
}

type ValuesForm<V extends AccessValues> = Pick<
  AccessForm<never, V>,
  'chosen' | 'rules' | 'others' | 'empty' | 'requestOf'
>

const chosenFields = <V extends AccessValues>({ chosen }: ValuesForm<V>) =>
  Object.entries<ChosenField>(chosen)

function itemsOf(values: AccessValues, field: string): string[] {
  const items = Object.entries(values).find(([name]) => name === field)?.[1]
  return Array.isArray(items) ? items : []
}

/** Changed fields for an update; undefined without a change. */
export function changesOf<V extends AccessValues>(before: V, values: V): Partial<V> | undefined {
  const was = new Map(Object.entries(before))
  const differ = Object.entries(values).filter(([name, value]) => String(value) !== String(was.get(name)))
  // Entries of `values`.
  return differ.length > 0 ? (Object.fromEntries(differ) as Partial<V>) : undefined
}

/** Changed list fields, with the count of their added and removed items. */
function changedItems<V extends AccessValues>(form: ValuesForm<V>, before: V, values: V) {
  return chosenFields(form).flatMap(([field, { one, many }]) => {
    const count = differing(itemsOf(before, field), itemsOf(values, field)).length
    return count > 0 ? [{ one, many, count }] : []
  })
}

/** The access change; undefined without one. */
export function changeOf<V extends AccessValues>(form: ValuesForm<V>, id: string, before: V, values: V) {
  return changedItems(form, before, values).length > 0 ? form.requestOf(id, values) : undefined
}

/** `2 policies changed, not saved yet`. */
export function describeChanges<V extends AccessValues>(form: ValuesForm<V>, before: V, values: V) {
  const parts = changedItems(form, before, values).map(({ count, one, many }) => plural(count, one, many))
  return parts.length > 0 ? `${parts.join(' and ')} changed, not saved yet` : undefined
}

/** Values of a copy with the items that the user may grant, and the count of the items left out. */
export function copyOf<R extends AccessItem, V extends AccessValues>(
  form: AccessForm<R, V>,
  record: R,
  user: Access,
  offered: readonly PolicyOption[],
): { values: V; leftOut: number } {
  const original = form.valuesOf(record)
  const name = `Copy of ${original.name}`.slice(0, form.maxName).trim()
  const copied = chosenFields(form).map(([field, { mayGive }]) => {
    const items = mayGive ? itemsOf(original, field) : []
    return { field, items, kept: items.filter((item) => mayGive?.(item, user, offered)) }
  })
  return {
    values: { ...original, name, ...Object.fromEntries(copied.map(({ field, kept }) => [field, kept])) },
    leftOut: copied.reduce((count, { items, kept }) => count + items.length - kept.length, 0),
  }
}

/** Values as texts, for the merge of two versions. */
export function asText<V extends AccessValues>(form: ValuesForm<V>, values: V): FieldTexts {
  const { name, description } = values
  const items = chosenFields(form).map(([field, { one }]) => chosenTexts(one, itemsOf(values, field)))
  return Object.assign({ name, description }, ...items)
}

export function fromText<V extends AccessValues>(form: ValuesForm<V>, texts: FieldTexts): V {
  const { name = '', description = '' } = texts
  const items = chosenFields(form).map(([field, { one }]) => [field, chosenOf(one, texts)])
  return { ...form.empty, name, description, ...Object.fromEntries(items) }
}

/** Label of a text. `known` holds policies and roles. */
export function textLabel<V extends AccessValues>(
  form: ValuesForm<V>,
  name: string,
  known: readonly NamedItem[],
): string {
  for (const [, { one, labelOf }] of chosenFields(form)) {
    const item = itemOf(one, name)
    if (item) return labelOf(item, known)
  }
  return fieldLabel(form, name)
}

export const fieldLabel = <V extends AccessValues>({ rules, others }: ValuesForm<V>, name: string) =>
  rules[name]?.label ?? others[name] ?? name
