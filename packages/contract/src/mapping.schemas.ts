import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { exportRequest, listQuery, listReply } from './list.schemas.ts'
import { gapsList } from './lists/mapping-gaps.ts'
import { GAP_KINDS } from './mapping.ts'
import {
  bulkItems,
  count,
  fieldErrors,
  MAX_BULK_ITEMS,
  nameSchemas,
  text,
  timestamp,
  uuid,
} from './values.schemas.ts'

const kind = z.enum(GAP_KINDS)

const gap = z.object({
  id: z.string(),
  kind,
  /** Null for terminals, whose ids are shared by all systems. */
  source_system: z.nullable(z.string()),
  code: z.string(),
  /** Null if the transactions have none or several. */
  company_code: z.nullable(z.string()),
  /** Companies from which the transactions were received. */
  companies: z.array(z.string()),
  /** Null if the transactions have none or several. */
  branch_code: z.nullable(z.string()),
  branches: count,
  first_at: timestamp,
  last_at: timestamp,
  transactions: count,
  /** Sum of absolute amounts in centavos. */
  amount: count,
})

/** `detail` and `errors` of a refusal are those of a problem. */
const itemOutcome = z.object({
  outcome: z.enum(['done', 'refused']),
  /** The new row. */
  row: z.optional(z.object({ id: uuid, version: count })),
  detail: z.optional(z.string()),
  errors: z.optional(fieldErrors),
})

const sums = z.object({ transactions: count, amount: count })

nameSchemas({ MappingGap: gap, MappingOutcome: itemOutcome, TransactionSums: sums })

export const mappingSchemas = {
  tables: {
    summary: 'Figures of the lookup tables',
    audit: { resource: 'mapping', action: 'view' },
    reply: z.object({
      items: z.array(
        z.object({
          /** Name of the declaration. */
          name: z.string(),
          total: count,
          in_force: count,
          /** Rows in force that end within 30 days. */
          ending: count,
          changed_in_7_days: count,
          /** Terminals with no transaction for 24 hours but some in the week before; null for other tables. */
          silent: z.nullable(count),
        }),
      ),
    }),
  },
  figures: {
    summary: 'Figures of the codes that are not mapped',
    audit: { resource: 'mapping', action: 'view' },
    reply: z.object({
      as_of: timestamp,
      gaps: z.array(z.extend(sums, { kind, codes: count })),
      /** Transactions that lack codes, each counted once, and all others. Null unless the caller may view every kind. */
      blocked: z.nullable(sums),
      mapped: z.nullable(sums),
    }),
  },
  list: {
    summary: 'Codes of transactions that no table maps',
    audit: { resource: 'mapping', action: 'list' },
    body: listQuery(gapsList),
    reply: listReply(gap),
  },
  export: {
    summary: 'Export the listed gaps to a file',
    status: 202,
    audit: { resource: 'mapping', action: 'export' },
    body: exportRequest(gapsList),
    reply: z.object({ source_filekey: uuid }),
  },
  /**
   * Creates rows, with an outcome for each item in order. Refused as a whole if a terminal goes to another company than its
   * transactions and is not in `confirmed`.
   */
  create: {
    summary: `Map up to ${MAX_BULK_ITEMS} codes of a kind at once`,
    approval: ['MASS_CHANGE', 'BIN_RANGE', 'MONEY', 'TERMINAL_MOVE'],
    audit: { resource: 'mapping', action: 'create' },
    bodyLimitBytes: 512 * 1024,
    body: z.strictObject({
      kind,
      items: z
        .array(z.record(text(40), z.nullable(text(200))))
        .check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)),
      /** Ids of terminals that may go to another company than their transactions. */
      confirmed: z.optional(z.array(text(40)).check(z.maxLength(MAX_BULK_ITEMS))),
    }),
    reply: z.object({ items: z.array(itemOutcome) }),
  },
  /** Removes new rows that have not mapped a transaction, with an outcome for each item in order. */
  undo: {
    summary: 'Undo a mapping: remove its rows that have not mapped a transaction',
    approval: ['MASS_CHANGE', 'BIN_RANGE', 'MONEY'],
    audit: { resource: 'mapping', action: 'delete', id: 'body.items.id' },
    versioned: 'body',
    bodyLimitBytes: 256 * 1024,
    body: z.strictObject({ kind, items: bulkItems(z.strictObject({ id: uuid, version: count })) }),
    reply: z.object({ items: z.array(itemOutcome) }),
  },
  map: {
    summary: 'Map transactions whose codes now have a row, in the background',
    status: 202,
    audit: { resource: 'mapping', action: 'map' },
    body: z.strictObject({ kind }),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
