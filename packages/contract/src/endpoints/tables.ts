import * as z from 'zod/mini'
import type { Permission } from '../access.ts'
import type { AuditAction } from '../audit.ts'
import { endpoint } from '../endpoint.ts'
import {
  exportRequest,
  type ListDeclaration,
  type ListQuery,
  listQuery,
  listQueryString,
  listReply,
  selection,
} from '../list.ts'
import {
  bulkItems,
  count,
  day,
  MAX_BULK_ITEMS,
  references,
  rowOutcome,
  text,
  timestamp,
  uuid,
} from '../schemas.ts'
import {
  OPTION_TABLES,
  type OptionTable,
  ROW_STATUSES,
  type TableDeclaration,
  type TableField,
  type TableInput,
  type TableRow,
  tableList,
  tablePermission,
} from '../table.ts'
import { TABLE_ACTIONS } from './files.ts'

const status = z.enum(Object.keys(ROW_STATUSES))
const nullableDay = z.nullable(day)

/** The schema of a row as it is sent. */
export function rowSchema<D extends TableDeclaration>({ fields, derived = {} }: D) {
  const own = Object.entries(fields).map(([name, { type, optional }]) => {
    const sent = type === 'flag' ? z.boolean() : type === 'integer' ? z.int() : z.string()
    return [name, optional ? z.nullable(sent) : sent]
  })
  const shown = Object.entries(derived).map(([name, { type }]) => [
    name,
    z.nullable(type === 'time' ? timestamp : z.string()),
  ])
  const schema = z.object({
    id: uuid,
    version: count,
    ...Object.fromEntries([...own, ...shown]),
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

/** Texts are bounded generously: longer ones than a field holds get the message of its rule. */
function inputOf({ type, optional, masked }: TableField) {
  const value = type === 'flag' ? z.boolean() : type === 'integer' ? z.int() : text(10_000)
  const given = optional ? z.nullable(value) : value
  return masked ? z.optional(given) : given
}

function inputShape({ fields }: TableDeclaration) {
  const own = Object.entries(fields).map(([name, field]) => [name, inputOf(field)] as const)
  return { ...Object.fromEntries(own), status, effective_from: nullableDay, effective_to: nullableDay }
}

type Change<D extends TableDeclaration> = { id: string; version: number } & Partial<TableInput<D>>

function getList(listed: ListDeclaration): object {
  return { method: 'GET', body: undefined, query: listQueryString(listed) }
}

/** What a call of a table's list is given. */
export function listInput({ listedBy }: TableDeclaration, query: ListQuery) {
  return listedBy === 'GET' ? { query } : { body: query }
}

/** Endpoints of a lookup table: `POST lookup/{table}` lists, the same path plus a verb does the rest. */
export function tableEndpoints<const D extends TableDeclaration>(table: D) {
  const { path, resource, noun, title, plural } = table
  const row = rowSchema(table)
  const listed = tableList(table)
  // The schemas follow the declaration, which their inferred types cannot.
  const input = z.strictObject(inputShape(table)) as unknown as z.ZodMiniType<TableInput<D>, TableInput<D>>
  const change = z.strictObject({
    id: uuid,
    version: count,
    ...z.partial(z.strictObject(inputShape(table))).shape,
  }) as unknown as z.ZodMiniType<Change<D>, Change<D>>
  const seen = z.strictObject({ id: uuid, version: count })
  const outcomes = z.object({ items: z.array(rowOutcome(row)) })
  const job = z.object({ source_filekey: uuid })
  const may = (action: Parameters<typeof tablePermission>[1]) => tablePermission(table, action)
  const audit = (action: AuditAction) => ({ resource, action })

  return {
    /** By GET with the same names in its query string, where the declaration says so. */
    list: endpoint({
      api: 'operations',
      method: 'POST',
      path: path as `/${string}`,
      summary: `${title}: rows, filtered, sorted, by page`,
      access: may('view'),
      effect: 'read',
      audit: audit('list'),
      body: listQuery(listed),
      reply: listReply(row),
      // The type of a GET differs by where its query stands; callers take both from `listInput`.
      ...(table.listedBy === 'GET' && getList(listed)),
    }),
    get: endpoint({
      api: 'operations',
      method: 'GET',
      path: `${path}/:id` as `/${string}`,
      summary: `One ${noun}`,
      access: may('view'),
      effect: 'read',
      audit: { ...audit('view'), id: 'params.id' },
      params: z.object({ id: uuid }),
      reply: row,
    }),
    /** Of all these rows together. */
    uses: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/uses` as `/${string}`,
      summary: 'What refers to rows and uses them: how many, and where',
      access: may('view'),
      effect: 'read',
      audit: audit('view'),
      body: z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)) }),
      reply: z.object({ items: references }),
    }),
    create: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/create` as `/${string}`,
      summary: `Create a ${noun}`,
      access: may('create'),
      effect: 'write',
      status: 201,
      audit: audit('create'),
      body: input,
      reply: row,
    }),
    /** Of a single item a refusal is the refusal of the call; of several each row has its outcome. */
    update: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/update` as `/${string}`,
      summary: `Change one ${noun} or up to ${MAX_BULK_ITEMS}; what is not named stays`,
      access: may('update'),
      effect: 'write',
      audit: { ...audit('update'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 2 * 1024 * 1024,
      body: z.strictObject({ items: bulkItems(change) }),
      reply: outcomes,
    }),
    delete: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/delete` as `/${string}`,
      summary: `Delete ${plural} that nothing uses`,
      access: may('delete'),
      effect: 'write',
      audit: { ...audit('delete'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: z.strictObject({ items: bulkItems(seen) }),
      reply: outcomes,
    }),
    /** `version` is the one that the delete answered. */
    restore: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/restore` as `/${string}`,
      summary: 'Undo a delete: the same ids back',
      access: may('delete'),
      effect: 'write',
      audit: { ...audit('restore'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: z.strictObject({ items: bulkItems(seen) }),
      reply: outcomes,
    }),
    /** As a background job; refused when `count` is not what matches now. Answered with its tracked file. */
    all: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/all` as `/${string}`,
      summary: 'Activate, deactivate or delete all that match',
      access: { anyOf: [may('update'), may('delete')] as [Permission, Permission] },
      effect: 'write',
      status: 202,
      audit: audit('update'),
      body: z.strictObject({
        action: z.enum(TABLE_ACTIONS),
        selection: selection(listed),
        count,
      }),
      reply: job,
    }),
    /** Confirms the dry run of a file of this table's category. */
    import: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/import` as `/${string}`,
      summary: `Import a file of ${plural} after its dry run`,
      access: may('import'),
      effect: 'write',
      status: 202,
      audit: { ...audit('import'), refersTo: 'body.source_filekey' },
      /** `partial`: valid rows only; required when rows are rejected. */
      body: z.strictObject({ source_filekey: uuid, partial: z.optional(z.boolean()) }),
      reply: job,
    }),
    export: endpoint({
      api: 'operations',
      method: 'POST',
      path: `${path}/export` as `/${string}`,
      summary: `Export ${plural} in the background; answered with the tracked file of the export`,
      access: may('export'),
      effect: 'write',
      status: 202,
      audit: audit('export'),
      body: exportRequest(listed),
      reply: job,
    }),
    /** The template for imports, as CSV with one example row. */
    template: endpoint({
      api: 'operations',
      method: 'GET',
      path: `${path}/template` as `/${string}`,
      summary: `The template to import ${plural} from`,
      access: may('import'),
      effect: 'read',
      audit: audit('template'),
      reply: z.object({ file_name: z.string(), content: z.string() }),
    }),
  }
}

/** Codes and names to choose from, in force unless `retired`; `selected` codes come whatever their state. */
export function optionsEndpoint(path: `/${OptionTable}`, access: readonly [Permission, ...Permission[]]) {
  return endpoint({
    api: 'operations',
    method: 'POST',
    path: `${path}/options` as `/${string}`,
    summary: 'Codes and names to choose from',
    access: { anyOf: access },
    effect: 'read',
    // The path begins with the slash that the names of the tables lack.
    audit: { resource: OPTION_TABLES[path.slice(1) as OptionTable], action: 'options' },
    body: z.strictObject({
      search: z.optional(text(100)),
      selected: z.optional(z.array(text(20)).check(z.maxLength(50))),
      /** Only rows with these values, by field; and none of those with the values of `except`. */
      within: z.optional(z.record(text(40), text(20))),
      except: z.optional(z.record(text(40), text(20))),
      /** Codes that are not in force as well, which what is past may have. */
      retired: z.optional(z.boolean()),
    }),
    reply: z.object({
      items: z.array(z.object({ code: z.string(), name: z.string(), in_force: z.boolean() })),
      /** There are more than are answered: search. */
      more: z.boolean(),
    }),
  })
}

export type TableEndpoints<D extends TableDeclaration = TableDeclaration> = ReturnType<
  typeof tableEndpoints<D>
>
export type RowOf<E extends TableEndpoints> = E extends TableEndpoints<infer D> ? TableRow<D> : never
