import * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import { endpoints, type Schemas } from './endpoint.ts'
import { TABLE_ACTIONS } from './files.ts'
import { confirmedImport, importTemplate } from './imports.schemas.ts'
import {
  asDeclared,
  exportRequest,
  listQuery,
  listQueryString,
  listReply,
  selection,
} from './list.schemas.ts'
import type { ListDeclaration } from './list.ts'
import { tableEndpoints } from './lookup-tables.ts'
import {
  ROW_STATUSES,
  type TableDeclaration,
  type TableField,
  type TableInput,
  type TableRow,
  tableList,
} from './table.ts'
import { tableApprovals } from './table-approvals.ts'
import {
  bulkItems,
  count,
  day,
  MAX_BULK_ITEMS,
  nameSchemas,
  references,
  rowOutcome,
  schemaName,
  text,
  timestamp,
  uuid,
} from './values.schemas.ts'

const status = z.enum(Object.keys(ROW_STATUSES))
const nullableDay = z.nullable(day)

/** Schema of a row in a reply. */
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
  return asDeclared<TableRow<D>>(schema)
}

/** Texts have a generous bound, so that the field's own rule reports its limit. */
function inputOf({ type, optional, masked }: TableField) {
  const value = type === 'flag' ? z.boolean() : type === 'integer' ? z.int() : text(10_000)
  const input = optional ? z.nullable(value) : value
  return masked ? z.optional(input) : input
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
  const input = asDeclared<TableInput<D>>(z.strictObject(inputShape(table)))
  const change = asDeclared<Change<D>>(
    z.strictObject({ id: uuid, version: count, ...z.partial(z.strictObject(inputShape(table))).shape }),
  )
  const seen = z.strictObject({ id: uuid, version: count })
  const outcomes = z.object({ items: z.array(rowOutcome(row)) })
  const job = z.object({ source_filekey: uuid })
  const audit = (action: AuditAction) => ({ resource, action })
  const versions = z.strictObject({ items: bulkItems(seen) })
  const ids = z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)) })
  const uses = z.object({ items: references })
  const approval = tableApprovals(table)
  const name = schemaName(noun)
  nameSchemas({ [name]: row, [`New${name}`]: input, [`${name}Change`]: change })
  nameSchemas({
    RecordVersion: seen,
    RecordVersions: versions,
    StartedJob: job,
    RecordIds: ids,
    References: uses,
  })

  return {
    list: {
      summary: `${title}: rows, filtered, sorted, by page`,
      audit: audit('list'),
      body: listQuery(listed),
      reply: listReply(row),
      // A GET has its query in another part; callers use `listInput` for both.
      ...(table.listedBy === 'GET' && getList(listed)),
    },
    get: {
      summary: `One ${noun}`,
      audit: { ...audit('view'), id: 'params.id' },
      params: z.object({ id: uuid }),
      reply: row,
    },
    uses: {
      summary: 'References to rows: their number and location',
      audit: audit('view'),
      body: ids,
      reply: uses,
    },
    create: {
      summary: `Create a ${noun}`,
      status: 201,
      approval,
      audit: audit('create'),
      body: input,
      reply: row,
    },
    /** A call with one item fails if it is refused; several items each have an outcome. */
    update: {
      summary: `Update one ${noun} or up to ${MAX_BULK_ITEMS}. Omitted fields keep their value`,
      approval,
      audit: { ...audit('update'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 2 * 1024 * 1024,
      body: z.strictObject({ items: bulkItems(change) }),
      reply: outcomes,
    },
    delete: {
      summary: `Delete unused ${plural}`,
      approval,
      audit: { ...audit('delete'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: versions,
      reply: outcomes,
    },
    /** `version`: the version returned by the delete. */
    restore: {
      summary: 'Undo a delete, restoring the same ids',
      approval,
      audit: { ...audit('restore'), id: 'body.items.id' },
      versioned: 'body',
      bodyLimitBytes: 256 * 1024,
      body: versions,
      reply: outcomes,
    },
    /** Starts a background job and returns its tracked file. Refused if `count` differs from the matching rows. */
    all: {
      summary: 'Activate, deactivate or delete all matching rows',
      status: 202,
      approval,
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
      approval,
      audit: { ...audit('import'), refersTo: 'body.source_filekey' },
      body: confirmedImport,
      reply: job,
    },
    export: {
      summary: `Export ${plural} in the background. Returns the tracked file of the export`,
      status: 202,
      audit: audit('export'),
      body: exportRequest(listed),
      reply: job,
    },
    /** CSV template for imports, with an example row. */
    template: {
      summary: `Template for importing ${plural}`,
      audit: audit('template'),
      reply: importTemplate,
    },
  } satisfies Record<string, Schemas>
}

/** Endpoints of a lookup table with their schemas. */
export function tableApi<const D extends TableDeclaration>(table: D) {
  return endpoints(tableEndpoints(table), tableSchemas(table))
}
