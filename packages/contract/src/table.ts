import { type Permission, RESOURCES, type Resource } from './access.ts'
import { FIELD_KINDS, type FieldKind } from './field-kinds.ts'
import { type ListDeclaration, type ListField, list } from './list.ts'
import type { OpenRoles } from './masked-fields.ts'
import type { RuleSet } from './rules/rule.ts'
import type { Header, TableName, TableResource } from './tables/headers.ts'

/**
 * The declaration of a lookup table: data only. Its endpoints, list, form, template, import and export follow from it
 * on both sides.
 */

export type TableField = {
  readonly label: string
  readonly type: FieldKind
  /** Checked by the form, by the API and by an import. */
  readonly rules: RuleSet
  /** Characters that the column holds. */
  readonly max: number
  /** Of a decimal: digits after the point. */
  readonly decimals?: number
  readonly options?: Readonly<Record<string, string>>
  /** Part of the unique key: never changes once the row is in use. */
  readonly key?: true
  /** An empty value is stored as null. */
  readonly optional?: true
  /** Of a new row. */
  readonly default?: string
  /** Required while another field has the value, and empty while it has another. */
  readonly requiredWhen?: { readonly field: string; readonly is: string }
  readonly reference?: Reference
  /** A place of the shipped list, below the places of these fields: `[]` for a region. */
  readonly place?: readonly string[]
  /**
   * Only its last four characters are selected from the database. A new value replaces the stored one; the masked value,
   * sent back, keeps it. Nothing finds, sorts, filters or names a row by it, and no file imports it.
   */
  readonly masked?: true
  /** Its numbers may be as long as those of cards and are none: they are shown and recorded whole. */
  readonly holdsNoCards?: true
  /** Digits alone that are too few may be filled up with zeros in front, once the user says so. */
  readonly isPadded?: true
  /** Shown in the list unless the user chooses otherwise; default true. */
  readonly shown?: false
  readonly hint?: string
}

export type Reference = {
  /** The table whose code it is. */
  readonly table: ReferencedTable
  /** A value that stands for all of them. */
  readonly any?: string
  /** Fields that the row and the row it refers to have in common. */
  readonly within?: readonly string[]
  /** Rows with this value cannot be referred to. */
  readonly except?: { readonly field: string; readonly is: string }
}

/** What is shown of a row and not written: known from elsewhere. Null for none. */
export type DerivedField = {
  readonly label: string
  readonly type: 'code' | 'choice' | 'time'
  readonly options?: Readonly<Record<string, string>>
  readonly filter?: true
  readonly sort?: true
}

export const YES_NO = { true: 'Yes', false: 'No' } as const

/** The tables that others refer to, by their path, with their resource. */
export const REFERENCED_TABLES = {
  'glass/payment_method': 'glass-payment-method',
  'glass/establishment': 'glass-establishment',
  'glass/branch': 'glass-branch',
  'glass/transaction_code': 'glass-transaction-code',
  'lookup/company_group': 'company-group',
} as const satisfies Record<string, Resource>
export type ReferencedTable = keyof typeof REFERENCED_TABLES

/** The tables whose codes forms offer: those that others refer to, and those that an inquiry is narrowed by. */
export const OPTION_TABLES = { ...REFERENCED_TABLES, 'lookup/shell_tid': 'terminal' } as const
export type OptionTable = keyof typeof OPTION_TABLES

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

/** Names of a table. */
export type TableHeader = Omit<Header, 'name' | 'resource' | 'keys'> & {
  readonly name: TableName
  readonly resource: TableResource
}

export type TableDeclaration<
  F extends Readonly<Record<string, TableField>> = Readonly<Record<string, TableField>>,
  G extends Readonly<Record<string, DerivedField>> = Readonly<Record<string, DerivedField>>,
> = TableHeader & {
  /** Its section of the API's description. */
  readonly about: string
  readonly fields: F
  /** The field that names a row beside its key. */
  readonly naming: string
  readonly searched: readonly string[]
  readonly ranges?: readonly RangeRule[]
  /** Pairs of dates of which the second is not before the first. */
  readonly periods?: readonly { readonly from: string; readonly to: string }[]
  /** Fields whose change moves the row: it asks first, needs the permission `move`, and is kept in a history of its own. */
  readonly movedBy?: readonly string[]
  readonly derived?: G
  /** The method of its list; by default POST. */
  readonly listedBy?: 'GET'
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

type Sent<T extends FieldKind> = T extends 'flag' ? boolean : T extends 'integer' ? number : string
type Derived<D extends TableDeclaration> = {
  [K in keyof NonNullable<D['derived']>]: string | null
}
type Values<F extends Readonly<Record<string, TableField>>> = {
  [K in keyof F]: Sent<F[K]['type']> | (F[K] extends { optional: true } ? null : never)
}

export type TableRow<D extends TableDeclaration = TableDeclaration> = RowBase &
  Values<D['fields']> &
  Derived<D>

/** What a create and an import write: the own fields, the status and the dates. */
export type TableInput<D extends TableDeclaration = TableDeclaration> = Values<D['fields']> & {
  status: RowStatus
  effective_from: string | null
  effective_to: string | null
}

export function table<
  const F extends Readonly<Record<string, TableField>>,
  // biome-ignore lint/complexity/noBannedTypes: of a table without derived fields
  const G extends Readonly<Record<string, DerivedField>> = {},
>(declaration: TableDeclaration<F, G> & OpenRoles<F>): TableDeclaration<F, G> {
  return declaration
}

/** Written beside the own fields of every table. */
export const COMMON_FIELDS = {
  status: {
    label: 'Status',
    type: 'choice',
    options: ROW_STATUSES,
    rules: 'select_required',
    max: 8,
    default: 'ACTIVE',
  },
  effective_from: { label: 'Effective from', type: 'date', rules: '', max: 10, optional: true },
  effective_to: { label: 'Effective to', type: 'date', rules: '', max: 10, optional: true },
} as const satisfies Readonly<Record<string, TableField>>

const written = new WeakMap<TableDeclaration, Readonly<Record<string, TableField>>>()

/** Fields that a create and an update write, by name. Computed once for a table: rows of previews and forms need them. */
export function writtenFields(table: TableDeclaration): Readonly<Record<string, TableField>> {
  const known = written.get(table) ?? { ...table.fields, ...COMMON_FIELDS }
  written.set(table, known)
  return known
}

export function writtenColumns(table: TableDeclaration): string[] {
  return Object.keys(writtenFields(table))
}

/** Names of the template's columns, in its order: what an import writes. */
export function templateColumns(table: TableDeclaration): string[] {
  return writtenColumns(table).filter((name) => !table.fields[name]?.masked)
}

export function keyFields({ fields }: TableDeclaration): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.key)
}

/** Those that name a row: not the company of a row that may be for all companies. */
export function namingKeys(table: TableDeclaration): string[] {
  return keyFields(table).filter((name) => table.fields[name]?.reference?.any === undefined)
}

/** The field of the key that tells the row apart from others of its kind: `tender_id`. */
export function ownCode(table: TableDeclaration): string {
  const own = namingKeys(table)
  const isOwn = (name: string) => table.fields[name]?.type === 'code' && !table.fields[name]?.reference
  return own.find(isOwn) ?? own.at(-1) ?? table.naming
}

type ListFieldsOf<D extends TableDeclaration> = {
  [K in
    | keyof D['fields']
    | keyof NonNullable<D['derived']>
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
  const own = Object.entries(declaration.fields).map(([name, { label, type, options, masked }]) => [
    name,
    { label, type: FIELD_KINDS[type].listed, ...(options && { options }), ...(!masked && both) },
  ])
  const fields = {
    ...Object.fromEntries(own),
    ...declaration.derived,
    state: { label: 'State', type: 'choice', options: ROW_STATES, filter: true },
    status: { label: 'Status', type: 'choice', options: ROW_STATUSES, ...both },
    effective_from: { label: 'From', type: 'date', ...both },
    effective_to: { label: 'To', type: 'date', ...both },
    updated_at: { label: 'Changed', type: 'time', ...both },
    updated_by: { label: 'Changed by', type: 'text', ...both },
    // The names are those of the declaration, which `Object.fromEntries` forgets.
  } as unknown as ListFieldsOf<D>
  const sort = keyFields(declaration).map((name) => `${name}:asc` as const)
  const { name, plural } = declaration
  const title = plural.charAt(0).toUpperCase() + plural.slice(1)
  return list({ name, title, fields, sort: sort as never[] })
}

/** Null for a table whose rows do not move. */
export function movePermission({ resource, movedBy }: TableDeclaration): Permission | null {
  // The resource of such a table has the action.
  return movedBy ? (`${resource}:move` as Permission) : null
}

type TableAction = 'view' | 'create' | 'update' | 'delete' | 'import' | 'export'

/** A permission of the table's resource. One that has no such action has `upsert` for every write. */
export function tablePermission(
  { resource }: Pick<TableHeader, 'resource'>,
  action: TableAction,
): Permission {
  const actions: readonly string[] = RESOURCES[resource].actions
  // Every resource of a table has these actions, or `upsert` in place of some.
  return `${resource}:${actions.includes(action) ? action : 'upsert'}` as Permission
}
