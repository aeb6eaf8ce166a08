import * as z from 'zod/mini'
import { CASE_KINDS, CASE_RESOLUTIONS, CASE_STATUSES } from './case-values.ts'
import type { Schemas } from './endpoint.ts'
import { FILE_STATES } from './file-states.ts'
import { INQUIRY_OUTCOMES, SINGLE_MODES } from './inquiry-criteria.ts'
import { exportRequest, listQuery, listReply } from './list.schemas.ts'
import { inquiriesList } from './lists/inquiries.ts'
import { keysOf } from './objects.ts'
import { PURPOSES } from './purposes.ts'
import { cardSummary, exportedTransactions, transaction, transactionsExport } from './transactions.schemas.ts'
import { TRAN_CLASSES, TRANSACTION_STATUSES } from './transactions.ts'
import {
  count,
  day,
  nameSchemas,
  person,
  text,
  textCheckedByRules,
  timestamp,
  uuid,
} from './values.schemas.ts'

const mode = z.enum([...SINGLE_MODES, 'FILE'])
const outcome = z.enum(keysOf(INQUIRY_OUTCOMES))

export const inquiry = z.object({
  id: uuid,
  mode,
  /** Masked card number, account number or reference; null for files. */
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
  /** Cards are masked. */
  subject: z.string(),
  /** Id of the found card. */
  card_id: z.nullable(uuid),
  date_from: day,
  date_to: day,
  ...filters,
})

/** Totals of all found transactions, even if not shown. Money is in centavos, points are in hundredths. */
const totals = z.object({
  rows: count,
  /** Sum without rejected transactions. */
  amount: z.int(),
  /** Posted points; a reversed pair cancels out. */
  earned: z.int(),
  redeemed: z.int(),
  pending: count,
  pending_points: z.int(),
  oldest_pending_working_days: z.nullable(count),
})

/** A case of listed transactions, as it is when the result is read. */
const caseInReply = z.object({
  /** `C-000118`. */
  case_no: z.string(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
  sent_at: z.nullable(timestamp),
  resolution: z.nullable(z.enum(CASE_RESOLUTIONS)),
  resolved_at: z.nullable(timestamp),
  /** All purchases of the case with their current posting status; null without a transaction. */
  purchases: z.array(
    z.object({
      transaction_id: z.nullable(z.string()),
      status: z.nullable(z.enum(TRANSACTION_STATUSES)),
      posted_at: z.nullable(timestamp),
    }),
  ),
})

export const inquiryResult = z.object({
  id: uuid,
  mode: z.enum(SINGLE_MODES),
  purpose: z.enum(PURPOSES),
  ticket_no: z.string(),
  owner: person,
  created_at: timestamp,
  /** Reference day of ages. */
  as_of: day,
  criteria,
  outcome,
  cards: z.array(cardSummary),
  totals,
  /** Newest first. */
  items: z.array(transaction),
  /** True if the items are limited to the first 500. */
  is_cut: z.boolean(),
  /** For an empty result: number of transactions without the filters, and last business date outside the range. */
  without_filters: z.nullable(count),
  last_on: z.nullable(day),
  /** Pending transactions of the subject outside the filters or range; null in results of former releases. */
  pending_not_included: z.nullable(
    z.object({ on_dates: count, outside_dates: count, are_purchases: z.boolean() }),
  ),
  /** Open and recently closed cases of the items, oldest first. Not stored with the result. */
  cases: z.array(caseInReply),
})

const fileInquiry = z.object({
  mode: z.literal('FILE'),
  id: uuid,
  source_filekey: uuid,
  state: z.enum(FILE_STATES),
  as_of: day,
})

nameSchemas({
  FileInquiry: fileInquiry,
  Inquiry: inquiry,
  InquiryCriteria: criteria,
  InquiryTotals: totals,
  InquiryCase: caseInReply,
  InquiryResult: inquiryResult,
})

export const inquirySchemas = {
  run: {
    summary:
      'Run an inquiry for a card, an account or a reference, or confirm the dry run of a file and run it',
    audit: { resource: 'inquiry', action: 'run', refersTo: 'body.source_filekey' },
    acceptedWhen: { mode: 'FILE' },
    body: z.strictObject({
      mode,
      purpose: z.enum(PURPOSES),
      ticket_no: textCheckedByRules,
      /** May have spaces and dashes. */
      card_number: z.optional(text(60)),
      /** Card of an earlier inquiry, instead of the number. */
      card_id: z.optional(uuid),
      account_number: z.optional(text(40)),
      /** RRN or receipt number. */
      reference: z.optional(text(60)),
      ...filters,
      source_filekey: z.optional(uuid),
      /** Files only: the file as the caller saw it. Required after its rows were checked again. */
      version: z.optional(count),
      /** Files only: process valid rows even if others are invalid. */
      partial: z._default(z.boolean(), true),
      /** Required for a single inquiry, and for a file that has rows without dates. */
      date_from: z.optional(day),
      date_to: z.optional(day),
      /** Reason to run a file that was already uploaded. */
      duplicate_reason: z.optional(textCheckedByRules),
    }),
    reply: z.discriminatedUnion('mode', [fileInquiry, inquiryResult]),
  },
  get: {
    summary: 'A past single inquiry with its stored result',
    audit: { resource: 'inquiry', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: inquiryResult,
  },
  exportAnswer: {
    summary: 'The transactions of a single inquiry as CSV or as a workbook, with masked card numbers',
    audit: { resource: 'inquiry', action: 'export', id: 'params.id' },
    recentSignIn: { never: 'has the masked transactions of the inquiry on the screen' },
    params: z.object({ id: uuid }),
    body: z.strictObject(transactionsExport),
    reply: exportedTransactions,
  },
  list: {
    summary: 'Past inquiries of the caller, or of all users with inquiry:view-all',
    audit: { resource: 'inquiry', action: 'list' },
    body: listQuery(inquiriesList),
    reply: listReply(inquiry),
  },
  export: {
    summary: 'Export past inquiries in the background. Returns the tracked file of the export',
    audit: { resource: 'inquiry', action: 'export' },
    recentSignIn: 'always',
    status: 202,
    body: exportRequest(inquiriesList),
    reply: z.object({ source_filekey: uuid }),
  },
} satisfies Record<string, Schemas>
