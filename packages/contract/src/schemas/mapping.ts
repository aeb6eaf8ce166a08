import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { gapsList } from '../lists/mapping-gaps.ts'
import { GAP_KINDS } from '../mapping-gaps.ts'
import { exportRequest, listQuery, listReply } from './list.ts'
import { bulkItems, count, fieldErrors, MAX_BULK_ITEMS, text, timestamp, uuid } from './values.ts'

const kind = z.enum(GAP_KINDS)

const gap = z.object({
  id: z.string(),
  kind,
  /** Null for terminals, whose ids are the same in every system. */
  source_system: z.nullable(z.string()),
  code: z.string(),
  /** Null where the transactions have none, or several. */
  company_code: z.nullable(z.string()),
  /** Companies from which the transactions were received. */
  companies: z.array(z.string()),
  /** The only one; null for none and for several. */
  branch_code: z.nullable(z.string()),
  branches: count,
  first_at: timestamp,
  last_at: timestamp,
  transactions: count,
  /** Centavos, whatever their sign. */
  amount: count,
})

/** `detail`, `errors`: of a refusal, as of a problem. */
const itemOutcome = z.object({
  outcome: z.enum(['done', 'refused']),
  /** The new row. */
  row: z.optional(z.object({ id: uuid, version: count })),
  detail: z.optional(z.string()),
  errors: z.optional(fieldErrors),
})

const sums = z.object({ transactions: count, amount: count })

export const mappingSchemas = {
  tables: {
    summary: 'Figures of the lookup tables',
    audit: { resource: 'mapping', action: 'view' },
    reply: z.object({
      items: z.array(
        z.object({
          /** Name in the declaration. */
          name: z.string(),
          total: count,
          in_force: count,
          /** In force, and not any more after 30 days. */
          ending: count,
          changed_in_7_days: count,
          /** Terminals without a transaction for 24 hours but with some in the week before; null for other tables. */
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
      /** Transactions that lack any code, one that lacks two once, and all others. Null without a view of every kind. */
      blocked: z.nullable(sums),
      mapped: z.nullable(sums),
    }),
  },
  list: {
    summary: 'Codes that transactions have and no table',
    audit: { resource: 'mapping', action: 'list' },
    body: listQuery(gapsList),
    reply: listReply(gap),
  },
  export: {
    summary: 'Write the gaps, as they are listed, to a file',
    status: 202,
    audit: { resource: 'mapping', action: 'export' },
    body: exportRequest(gapsList),
    reply: z.object({ source_filekey: uuid }),
  },
  /**
   * Rows of the table, each as its own create takes them: an outcome for each, by the order of `items`. Refused as a whole
   * while a terminal goes to another company than its transactions were received from, and is not in `confirmed`.
   */
  create: {
    summary: `Map up to ${MAX_BULK_ITEMS} codes of a kind at once`,
    audit: { resource: 'mapping', action: 'create' },
    bodyLimitBytes: 512 * 1024,
    body: z.strictObject({
      kind,
      items: z
        .array(z.record(text(40), z.nullable(text(200))))
        .check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)),
      /** Ids of terminals that go to another company than they were received from. */
      confirmed: z.optional(z.array(text(40)).check(z.maxLength(MAX_BULK_ITEMS))),
    }),
    reply: z.object({ items: z.array(itemOutcome) }),
  },
  /** Removes new rows as long as no transaction was mapped by them: an outcome for each, by the order of `items`. */
  undo: {
    summary: 'Undo a mapping: remove its rows that mapped no transaction yet',
    audit: { resource: 'mapping', action: 'delete', id: 'body.items.id' },
    versioned: 'body',
    bodyLimitBytes: 256 * 1024,
    body: z.strictObject({ kind, items: bulkItems(z.strictObject({ id: uuid, version: count })) }),
    reply: z.object({ items: z.array(itemOutcome) }),
  },
  map: {
    summary: 'Map the transactions of codes that have a row now, in the background',
    status: 202,
    audit: { resource: 'mapping', action: 'map' },
    body: z.strictObject({ kind }),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
