import * as z from 'zod/mini'
import type { AuditAction } from '../audit.ts'
import { endpoints, type Schemas } from '../endpoint.ts'
import { TABLE_ACTIONS } from '../endpoints/files.ts'
import { tableEndpoints } from '../endpoints/tables.ts'
import type { ListDeclaration } from '../list.ts'
import {
  ROW_STATUSES,
  type TableDeclaration,
  type TableField,
  type TableInput,
  type TableRow,
  tableList,
} from '../table.ts'
import { exportRequest, listQuery, listQueryString, listReply, selection } from './list.ts'
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
} from './values.ts'

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
  return { body: undefined, query: listQueryString(listed) }
}

/** Schemas of the endpoints of a lookup table. */
export function tableSchemas<const D extends TableDeclaration>(table: D) {
  const { resource, noun, title, plural } = table
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
  const audit = (action: AuditAction) => ({ resource, action })

  return {
    list: {
      summary: `${title}: rows, filtered, sorted, by page`,
      audit: audit('list'),
      body: listQuery(listed),
      reply: listReply(row),
      // The type of a GET differs by where its query stands; callers take both from `listInput`.
      ...(table.listedBy === 'GET' && getList(listed)),
    },
    get: {
      summary: `One ${noun}`,
      audit: { ...audit('view'), id: 'params.id' },
      params: z.object({ id: uuid }),
      reply: row,
    },
    uses: {
      summary: 'What refers to rows and uses them: how many, and where',
      audit: audit('view'),
      body: z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)) }),
      reply: z.object({ items: references }),
    },
    create: {
      summary: `Create a ${noun}`,
      status: 201,
      audit: audit('create'),
      body: input,
      reply: row,
    },
    /** A refused single item refuses the call; of several items each has its outcome. */
    update: {
      summary: `Change one ${noun} or up to ${MAX_BULK_ITEMS}; what is not named stays`,
      audit: { ...audit('update'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 2 * 1024 * 1024,
      body: z.strictObject({ items: bulkItems(change) }),
      reply: outcomes,
    },
    delete: {
      summary: `Delete ${plural} that nothing uses`,
      audit: { ...audit('delete'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: z.strictObject({ items: bulkItems(seen) }),
      reply: outcomes,
    },
    /** `version` is the one that the delete answered. */
    restore: {
      summary: 'Undo a delete: the same ids back',
      audit: { ...audit('restore'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: z.strictObject({ items: bulkItems(seen) }),
      reply: outcomes,
    },
    /** As a background job; refused when `count` is not what matches now. Answered with its tracked file. */
    all: {
      summary: 'Activate, deactivate or delete all that match',
      status: 202,
      audit: audit('update'),
      body: z.strictObject({
        action: z.enum(TABLE_ACTIONS),
        selection: selection(listed),
        count,
      }),
      reply: job,
    },
    /** Confirms the dry run of a file of this table's category. */
    import: {
      summary: `Import a file of ${plural} after its dry run`,
      status: 202,
      audit: { ...audit('import'), refersTo: 'body.source_filekey' },
      /** `partial`: valid rows only; required when rows are rejected. */
      body: z.strictObject({ source_filekey: uuid, partial: z.optional(z.boolean()) }),
      reply: job,
    },
    export: {
      summary: `Export ${plural} in the background; answered with the tracked file of the export`,
      status: 202,
      audit: audit('export'),
      body: exportRequest(listed),
      reply: job,
    },
    /** The template for imports, as CSV with one example row. */
    template: {
      summary: `The template to import ${plural} from`,
      audit: audit('template'),
      reply: z.object({ file_name: z.string(), content: z.string() }),
    },
  } satisfies Record<string, Schemas>
}

/** Endpoints of a lookup table with their schemas. */
export function tableApi<const D extends TableDeclaration>(table: D) {
  return endpoints(tableEndpoints(table), tableSchemas(table))
}
