import * as z from 'zod/mini'
import type { Permission, Resource } from './access.ts'
import { type ListDeclaration, type ListField, list } from './list.ts'
import type { RuleSet } from './rules/rule.ts'
import { count, day, timestamp, uuid } from './schemas.ts'

/**
 * The declaration of a lookup table: data only. Its endpoints, list, form, template, import and export follow from it
 * on both sides.
 */

export type TableField = {
  readonly label: string
  /** `code`: stored trimmed and in upper case, compared in any case. */
  readonly type: 'text' | 'code' | 'choice'
  /** Checked by the form, by the API and by an import. */
  readonly rules: RuleSet
  /** Characters that the column holds. */
  readonly max: number
  readonly options?: Readonly<Record<string, string>>
  /** Part of the unique key: never changes once the row is in use. */
  readonly key?: true
  /** An empty value is stored as null. */
  readonly optional?: true
  /** The table whose code it is; `any`: a value that stands for all of them. */
  readonly reference?: { readonly table: ReferencedTable; readonly any?: string }
  /** Shown in the list unless the user chooses otherwise; default true. */
  readonly shown?: false
  readonly hint?: string
}

/** Paths of the tables that others refer to. */
export type ReferencedTable = 'glass/payment_method' | 'lookup/company_group'

/** Ranges of digits of which no two overlap within the same scope while both are in force. */
export type RangeRule = {
  readonly from: string
  readonly to: string
  readonly label: string
  /** Fields whose values two rows share to be compared. */
  readonly within: readonly string[]
  /** Shorter bounds are filled up to this length: with 0 the lower, with 9 the upper. */
  readonly digits: number
  /** The exclusion constraint. */
  readonly constraint: string
}

export type TableDeclaration<
  F extends Readonly<Record<string, TableField>> = Readonly<Record<string, TableField>>,
> = {
  /** Table in the database, key of its preferences and views, and word in file names. */
  readonly name: string
  /** Below the base of the operations API and of the screens. */
  readonly path: `/${'lookup' | 'glass'}/${string}`
  readonly resource: Resource
  readonly category: Uppercase<string>
  /** `tender`, `Tenders`. */
  readonly noun: string
  readonly title: string
  readonly fields: F
  /** The field that names a row beside its key. */
  readonly naming: string
  readonly searched: readonly string[]
  readonly ranges?: readonly RangeRule[]
}

/** Of every row beside its own fields. Dates are days in Manila, both included; null is open. */
export const ROW_STATUSES = { ACTIVE: 'Active', INACTIVE: 'Inactive' } as const
export type RowStatus = keyof typeof ROW_STATUSES

/** Derived from status and dates, by the day in Manila. */
export const ROW_STATES = {
  IN_FORCE: 'In force',
  STARTS: 'Starts later',
  ENDED: 'Ended',
  INACTIVE: 'Inactive',
} as const
export type RowState = keyof typeof ROW_STATES

export type RowBase = {
  id: string
  version: number
  status: RowStatus
  effective_from: string | null
  effective_to: string | null
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
  /** The day since which the key cannot change; null for a row that nothing uses. */
  in_use_since: string | null
}

type Values<F extends Readonly<Record<string, TableField>>> = {
  [K in keyof F]: F[K] extends { optional: true } ? string | null : string
}

export type TableRow<D extends TableDeclaration = TableDeclaration> = RowBase & Values<D['fields']>

/** What a create and an import write: the own fields, the status and the dates. */
export type TableInput<D extends TableDeclaration = TableDeclaration> = Values<D['fields']> & {
  status: RowStatus
  effective_from: string | null
  effective_to: string | null
}

export function table<const F extends Readonly<Record<string, TableField>>>(
  declaration: TableDeclaration<F> & { naming: keyof F; searched: readonly (keyof F)[] },
): TableDeclaration<F> {
  return declaration
}

/** Written beside the own fields of every table. */
export const COMMON_FIELDS = {
  status: { label: 'Status', type: 'choice', options: ROW_STATUSES, rules: 'select_required' },
  effective_from: { label: 'Effective from', type: 'date', rules: '' },
  effective_to: { label: 'Effective to', type: 'date', rules: '' },
} as const

/** Names of the template's columns, in its order. */
export function templateColumns({ fields }: TableDeclaration): string[] {
  return [...Object.keys(fields), ...Object.keys(COMMON_FIELDS)]
}

export function keyFields({ fields }: TableDeclaration): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.key)
}

type ListFieldsOf<D extends TableDeclaration> = {
  [K in
    | keyof D['fields']
    | 'state'
    | 'status'
    | 'effective_from'
    | 'effective_to'
    | 'updated_at'
    | 'updated_by']: ListField
}

/** The list of a table: every field can be filtered and sorted. */
export function tableList<D extends TableDeclaration>(declaration: D): ListDeclaration<ListFieldsOf<D>> {
  const both = { filter: true, sort: true } as const
  const own = Object.entries(declaration.fields).map(([name, { label, type, options }]) => [
    name,
    { label, type, ...(options && { options }), ...both },
  ])
  const fields = {
    ...Object.fromEntries(own),
    state: { label: 'State', type: 'choice', options: ROW_STATES, filter: true },
    status: { label: 'Status', type: 'choice', options: ROW_STATUSES, ...both },
    effective_from: { label: 'From', type: 'date', ...both },
    effective_to: { label: 'To', type: 'date', ...both },
    updated_at: { label: 'Changed', type: 'time', ...both },
    updated_by: { label: 'Changed by', type: 'text', ...both },
    // The names are those of the declaration, which `Object.fromEntries` forgets.
  } as unknown as ListFieldsOf<D>
  const sort = keyFields(declaration).map((name) => `${name}:asc` as const)
  return list({ name: declaration.name, title: declaration.title, fields, sort: sort as never[] })
}

/** A permission of the table's resource. Every lookup table has these actions. */
export function tablePermission(
  { resource }: TableDeclaration,
  action: 'view' | 'create' | 'update' | 'delete' | 'import' | 'export',
): Permission {
  // The resources of lookup tables all have them.
  return `${resource}:${action}` as Permission
}

const nullableDay = z.nullable(day)

/** The schema of a row as it is sent. */
export function rowSchema<D extends TableDeclaration>({ fields }: D) {
  const own = Object.entries(fields).map(([name, { optional }]) => [
    name,
    optional ? z.nullable(z.string()) : z.string(),
  ])
  const schema = z.object({
    id: uuid,
    version: count,
    ...Object.fromEntries(own),
    status: z.enum(Object.keys(ROW_STATUSES)),
    effective_from: nullableDay,
    effective_to: nullableDay,
    created_at: timestamp,
    created_by: z.string(),
    updated_at: timestamp,
    updated_by: z.string(),
    in_use_since: nullableDay,
  })
  // The fields are those of the declaration, which the schema's type cannot follow.
  return schema as unknown as z.ZodMiniType<TableRow<D>, TableRow<D>>
}
