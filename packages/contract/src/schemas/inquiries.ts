import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { FILE_STATES } from '../file-states.ts'
import { INQUIRY_OUTCOMES, SINGLE_MODES } from '../inquiry-criteria.ts'
import { inquiriesList } from '../lists/inquiries.ts'
import { keysOf } from '../objects.ts'
import { PURPOSES } from '../purposes.ts'
import {
  CARD_STATUS_LABELS,
  MAX_TRANSACTIONS_SHOWN,
  TRAN_CLASSES,
  TRANSACTION_STATUSES,
} from '../transactions.ts'
import { exportRequest, listQuery, listReply } from './list.ts'
import { transaction } from './transactions.ts'
import { count, day, person, text, textCheckedByRules, timestamp, uuid } from './values.ts'

const mode = z.enum([...SINGLE_MODES, 'FILE'])
// The keys are the outcomes.
const outcome = z.enum(keysOf(INQUIRY_OUTCOMES))

export const inquiry = z.object({
  id: uuid,
  mode,
  /** A masked card, an account number or a reference; null for files. */
  subject: z.nullable(z.string()),
  purpose: z.enum(PURPOSES),
  ticket_no: z.nullable(z.string()),
  as_of: day,
  owner: person,
  created_at: timestamp,
  source_filekey: z.nullable(uuid),
  file_name: z.nullable(z.string()),
  state: z.enum(FILE_STATES),
  /** Null for files. */
  outcome: z.nullable(outcome),
  /** Rows of the file, or transactions of a single inquiry. */
  rows: count,
  found: z.nullable(count),
  not_found: z.nullable(count),
})

const codes = <T extends string>(values: readonly T[]) => z.array(z.enum(values)).check(z.maxLength(20))

/** Filters of the transactions of a single inquiry. */
const filters = {
  tran_classes: z.optional(codes(TRAN_CLASSES)),
  company_code: z.optional(text(6)),
  branch_code: z.optional(text(6)),
  terminal_id: z.optional(text(8)),
  statuses: z.optional(codes(TRANSACTION_STATUSES)),
}

const criteria = z.object({
  /** The card masked. */
  subject: z.string(),
  /** Id of the card that was found. */
  card_id: z.nullable(uuid),
  date_from: day,
  date_to: day,
  ...filters,
})

const card = z.object({
  card_id: uuid,
  /** `•••• 0011`; for holders of `card:unmask` `999000 •••••• 0011`. */
  card: z.string(),
  account_number: z.string(),
  tier: z.string(),
  // The keys are the states.
  status: z.enum(keysOf(CARD_STATUS_LABELS)),
  activated_on: z.nullable(day),
  expires_on: z.nullable(day),
  points_balance: z.int(),
  member_name: z.string(),
})

/** Totals of all transactions found, shown or not. Money in centavos, points in hundredths. */
const totals = z.object({
  rows: count,
  /** Without rejected transactions. */
  amount: z.int(),
  /** Posted: a reversed pair cancels. */
  earned: z.int(),
  redeemed: z.int(),
  pending: count,
  pending_points: z.int(),
  oldest_pending_working_days: z.nullable(count),
})

export const inquiryAnswer = z.object({
  id: uuid,
  mode: z.enum(SINGLE_MODES),
  purpose: z.enum(PURPOSES),
  ticket_no: z.string(),
  owner: person,
  created_at: timestamp,
  /** The day to which ages are counted. */
  as_of: day,
  criteria,
  outcome,
  cards: z.array(card),
  totals,
  /** The newest first. */
  items: z.array(transaction),
  /** Only the first 500 are among the items. */
  is_cut: z.boolean(),
  /** If nothing was found: number of transactions without the filters, and last business date outside of the range. */
  without_filters: z.nullable(count),
  last_on: z.nullable(day),
  /** Pending transactions of the same subject that the filters or the range leave out; null in replies of former releases. */
  pending_not_included: z.nullable(
    z.object({ on_dates: count, outside_dates: count, are_purchases: z.boolean() }),
  ),
})

export const inquirySchemas = {
  run: {
    summary:
      'Answer an inquiry for a card, an account or a reference; or confirm the dry run of a file and run it',
    audit: { resource: 'inquiry', action: 'run', refersTo: 'body.source_filekey' },
    acceptedWhen: { mode: 'FILE' },
    body: z.strictObject({
      mode,
      purpose: z.enum(PURPOSES),
      ticket_no: textCheckedByRules,
      /** With spaces and dashes or without. */
      card_number: z.optional(text(60)),
      /** In place of the number: the card of an earlier inquiry. */
      card_id: z.optional(uuid),
      account_number: z.optional(text(40)),
      /** RRN or receipt number. */
      reference: z.optional(text(60)),
      ...filters,
      source_filekey: z.optional(uuid),
      /** For a file: process the valid rows although others are not. */
      partial: z._default(z.boolean(), true),
      /** Required of a single inquiry; of a file for the rows without dates, if there are such rows. */
      date_from: z.optional(day),
      date_to: z.optional(day),
      /** Why a file that was already uploaded is run again. */
      duplicate_reason: z.optional(textCheckedByRules),
    }),
    reply: z.discriminatedUnion('mode', [
      z.object({
        mode: z.literal('FILE'),
        id: uuid,
        source_filekey: uuid,
        state: z.enum(FILE_STATES),
        as_of: day,
      }),
      inquiryAnswer,
    ]),
  },
  get: {
    summary: 'A past single inquiry with the answer that it had',
    audit: { resource: 'inquiry', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: inquiryAnswer,
  },
  exportAnswer: {
    summary: 'The transactions of a single inquiry as CSV, with masked cards',
    audit: { resource: 'inquiry', action: 'export', id: 'params.id' },
    params: z.object({ id: uuid }),
    body: z.strictObject({
      columns: z
        .array(z.enum(Object.keys(transaction.shape)))
        .check(z.minLength(1), z.maxLength(Object.keys(transaction.shape).length)),
      /** The rows in the order in which they are shown; without it as they were answered. */
      order: z.optional(z.array(text(20)).check(z.maxLength(MAX_TRANSACTIONS_SHOWN))),
    }),
    reply: z.object({ file_name: z.string(), csv: z.string() }),
  },
  list: {
    summary: 'Past inquiries: own ones, or all with inquiry:view-all',
    audit: { resource: 'inquiry', action: 'list' },
    body: listQuery(inquiriesList),
    reply: listReply(inquiry),
  },
  export: {
    summary: 'Export past inquiries in the background; answered with the tracked file of the export',
    audit: { resource: 'inquiry', action: 'export' },
    status: 202,
    body: exportRequest(inquiriesList),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
