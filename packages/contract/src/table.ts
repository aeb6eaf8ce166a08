import { type Permission, RESOURCES, type Resource } from './access.ts'
import type { FieldApproval } from './approvals.ts'
import { FIELD_TYPES, type FieldType } from './field-types.ts'
import { type ListDeclaration, type ListField, list } from './list.ts'
import type { OpenRoles } from './masked-fields.ts'
import type { RuleSet } from './rules/rule.ts'
import type { Header, TableName, TableResource } from './tables/headers.ts'

/** Declaration of a lookup table: data from which its endpoints, list, form, template, import and export follow. */

export type TableField = {
  readonly label: string
  readonly type: FieldType
  /** Checked by form, API and import. */
  readonly rules: RuleSet
  /** Maximum length. */
  readonly max: number
  /** Digits after the point, for decimals only. */
  readonly decimals?: number
  readonly options?: Readonly<Record<string, string>>
  /** Part of the unique key, which cannot change once the row is in use. */
  readonly key?: true
  /** An empty value is stored as null. */
  readonly optional?: true
  /** Value in a new row. */
  readonly default?: string
  /** Required while another field has the value, otherwise empty. */
  readonly requiredWhen?: { readonly field: string; readonly is: string }
  readonly reference?: Reference
  /** A place of the shipped list, within the places of these fields; `[]` for a region. */
  readonly place?: readonly string[]
  /**
   * Only the last four characters leave the database. A new value replaces the stored one; the masked value keeps it. It
   * cannot be searched, sorted, filtered or imported, and does not name a row.
   */
  readonly masked?: true
  /** Belongs to one row, so a duplicate of the row leaves it empty. */
  readonly ownedByRow?: true
  /** Its numbers look like card numbers but are shown and recorded unmasked. */
  readonly holdsNoCards?: true
  /** Free text, in which a card number is masked when it is stored, not refused. */
  readonly isFreeText?: true
  /** Card numbers. Only their uploader sees a cell as it was written, damaged or not. */
  readonly holdsCards?: true
  /** Short numeric values may be padded with leading zeros, if the user agrees. */
  readonly isPadded?: true
  /** Shown in the list by default. */
  readonly shown?: false
  readonly hint?: string
  /** Kind of approval that a change of the field may need, in an existing row or in one that replaces another. */
  readonly approval?: FieldApproval
}

export type Reference = {
  /** The referenced table. */
  readonly table: ReferencedTable
  /** A value that stands for all rows. */
  readonly any?: string
  /** Fields that must be equal in the row and the referenced row. */
  readonly within?: readonly string[]
  /** Rows with this value cannot be referred to. */
  readonly except?: { readonly field: string; readonly is: string }
}

/** A read-only field that comes from elsewhere. Null without a value. */
export type DerivedField = {
  readonly label: string
  readonly type: 'code' | 'choice' | 'time'
  readonly options?: Readonly<Record<string, string>>
  readonly filter?: true
  readonly sort?: true
}

export const YES_NO = { true: 'Yes', false: 'No' } as const

/** Resources of referenced tables, by path. */
export const REFERENCED_TABLES = {
  'glass/payment_method': 'glass-payment-method',
  'glass/establishment': 'glass-establishment',
  'glass/branch': 'glass-branch',
  'glass/transaction_code': 'glass-transaction-code',
  'lookup/company_group': 'company-group',
} as const satisfies Record<string, Resource>
export type ReferencedTable = keyof typeof REFERENCED_TABLES

/** Tables with options: referenced tables, and those that inquiries filter by. */
export const OPTION_TABLES = { ...REFERENCED_TABLES, 'lookup/shell_tid': 'terminal' } as const
export type OptionTable = keyof typeof OPTION_TABLES

/** Ranges of digits that must not overlap within a scope while in force. */
export type RangeRule = {
  readonly from: string
  readonly to: string
  readonly label: string
  /** Fields that define the scope. */
  readonly within: readonly string[]
  /** Length to which bounds are padded, with 0 (lower) or 9 (upper). */
  readonly digits: number
  /** Name of the exclusion constraint. */
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
  /** Text of its section in the API documentation. */
  readonly about: string
  readonly fields: F
  /** The field that names a row in addition to its key. */
  readonly naming: string
  readonly searched: readonly string[]
  readonly ranges?: readonly RangeRule[]
  /** Pairs of dates in ascending order. */
  readonly periods?: readonly { readonly from: string; readonly to: string }[]
  /** Fields whose change moves the row, which needs confirmation and the permission `move`, and has its own history. */
  readonly movedBy?: readonly string[]
  readonly derived?: G
  /** Method of its list; default POST. */
  readonly listedBy?: 'GET'
}

/** Status of every row. Its dates are inclusive days in Manila; null is open-ended. */
export const ROW_STATUSES = { ACTIVE: 'Active', INACTIVE: 'Inactive' } as const
export type RowStatus = keyof typeof ROW_STATUSES

/** State derived from status and dates, by the day in Manila. */
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

type WireValue<T extends FieldType> = T extends 'flag' ? boolean : T extends 'integer' ? number : string
type DerivedValues<D extends TableDeclaration> = {
  [K in keyof NonNullable<D['derived']>]: string | null
}
type FieldValues<F extends Readonly<Record<string, TableField>>> = {
  [K in keyof F]: WireValue<F[K]['type']> | (F[K] extends { optional: true } ? null : never)
}

export type TableRow<D extends TableDeclaration = TableDeclaration> = RowBase &
  FieldValues<D['fields']> &
  DerivedValues<D>

/** Fields of a create and an import: the table's own, the status and the dates. */
export type TableInput<D extends TableDeclaration = TableDeclaration> = FieldValues<D['fields']> & {
  status: RowStatus
  effective_from: string | null
  effective_to: string | null
}

export function table<
  const F extends Readonly<Record<string, TableField>>,
  // biome-ignore lint/complexity/noBannedTypes: a table without derived fields
  const G extends Readonly<Record<string, DerivedField>> = {},
>(declaration: TableDeclaration<F, G> & OpenRoles<F>): TableDeclaration<F, G> {
  return declaration
}

/** Fields of every table in addition to its own. */
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

/** Fields of a create and an update, by name. Cached, because previews and forms read them for every row. */
export function writtenFields(table: TableDeclaration): Readonly<Record<string, TableField>> {
  const known = written.get(table) ?? { ...table.fields, ...COMMON_FIELDS }
  written.set(table, known)
  return known
}

export function writtenColumns(table: TableDeclaration): string[] {
  return Object.keys(writtenFields(table))
}

/** Written columns without the masked ones, in order, for the template and for the changes in an audit event. */
export function unmaskedColumns(table: TableDeclaration): string[] {
  return writtenColumns(table).filter((name) => !table.fields[name]?.masked)
}

/** Fields that never hold card numbers. */
export function cardlessFields({ fields }: TableDeclaration): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fields[name]?.holdsNoCards))
}

export function keyFields({ fields }: TableDeclaration): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.key)
}

/** Key fields that name a row, without a company that may mean all companies. */
export function namingKeys(table: TableDeclaration): string[] {
  return keyFields(table).filter((name) => table.fields[name]?.reference?.any === undefined)
}

/** The key field that identifies the row, such as `tender_id`. */
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

/** The list of a table, in which every field can be filtered and sorted. */
export function tableList<D extends TableDeclaration>(declaration: D): ListDeclaration<ListFieldsOf<D>> {
  const both = { filter: true, sort: true } as const
  const own = Object.entries(declaration.fields).map(([name, { label, type, options, masked }]) => [
    name,
    { label, type: FIELD_TYPES[type].listed, ...(options && { options }), ...(!masked && both) },
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
    // `Object.fromEntries` loses the types of the names.
  } as unknown as ListFieldsOf<D>
  const sort = keyFields(declaration).map((name) => `${name}:asc` as const)
  const { name, plural } = declaration
  const title = plural.charAt(0).toUpperCase() + plural.slice(1)
  return list({ name, title, fields, sort: sort as never[] })
}

/** Null for a table whose rows do not move. */
export function movePermission({ resource, movedBy }: TableDeclaration): Permission | null {
  // The resource of a table with `movedBy` has this action.
  return movedBy ? (`${resource}:move` as Permission) : null
}

type TableAction = 'view' | 'create' | 'update' | 'delete' | 'import' | 'export'

type TablePermission<A extends TableAction> = Extract<
  Permission,
  `${TableHeader['resource']}:${A | 'upsert'}`
>

/** A permission of the table's resource; a resource without the action has `upsert` for every write. */
export function tablePermission<A extends TableAction>(
  { resource }: Pick<TableHeader, 'resource'>,
  action: A,
): TablePermission<A> {
  const actions: readonly string[] = RESOURCES[resource].actions
  // Every table resource has these actions, or `upsert` instead.
  return `${resource}:${actions.includes(action) ? action : 'upsert'}` as TablePermission<A>
}
