import * as z from 'zod/mini'
import { CASE_KINDS, CASE_RESOLUTIONS, CASE_STATUSES, MAX_MENTIONS, MAX_PURCHASES } from './case-values.ts'
import type { Schemas } from './endpoint.ts'
import { confirmedImport, importTemplate } from './imports.schemas.ts'
import { exportRequest, listQuery, listReply } from './list.schemas.ts'
import { casesList } from './lists/cases.ts'
import { cardSummary } from './transactions.schemas.ts'
import { TRANSACTION_STATUSES } from './transactions.ts'
import {
  bulkItems,
  count,
  day,
  nameSchemas,
  person,
  revealReason,
  rowOutcome,
  text,
  textCheckedByRules,
  timestamp,
  uuid,
} from './values.schemas.ts'

const kind = z.enum(CASE_KINDS)

const caseRow = z.object({
  id: uuid,
  version: count,
  /** `C-000118`. */
  case_no: z.string(),
  kind,
  status: z.enum(CASE_STATUSES),
  card_id: uuid,
  /** `•••• 0011`. */
  card: z.string(),
  purchases_count: count,
  /** Sum over the purchases, in hundredths. */
  points_expected: z.int(),
  oldest_business_date: z.nullable(day),
  /** Age of the oldest purchase; null without purchases and for closed cases. */
  age_working_days: z.nullable(count),
  due_on: day,
  /** True if the case is open and its due date has passed. */
  is_overdue: z.boolean(),
  ticket_no: z.string(),
  assignee: z.nullable(person),
  opened_by: person,
  opened_at: timestamp,
  sent_by: z.nullable(person),
  sent_at: z.nullable(timestamp),
  resolution: z.nullable(z.enum(CASE_RESOLUTIONS)),
  /** Null for a case that a load closed. */
  resolved_by: z.nullable(person),
  resolved_at: z.nullable(timestamp),
  updated_at: timestamp,
})

const purchase = z.object({
  /** Position in the case, from 1. */
  no: count,
  /** Null for a typed purchase that no transaction matches yet. */
  transaction_id: z.nullable(z.string()),
  business_date: day,
  company_code: z.nullable(z.string()),
  branch_code: z.nullable(z.string()),
  branch_name: z.nullable(z.string()),
  receipt_no: z.nullable(z.string()),
  amount: z.int(),
  points_expected: z.nullable(z.int()),
  /** The transaction now; null for a typed purchase without one. */
  posting: z.nullable(
    z.object({
      status: z.enum(TRANSACTION_STATUSES),
      points: z.int(),
      posted_at: z.nullable(timestamp),
      reject_reason: z.nullable(z.string()),
      /** Working days that it has been waiting; null unless pending. */
      posting_age: z.nullable(count),
    }),
  ),
})

const note = z.object({
  id: uuid,
  at: timestamp,
  author: person,
  /** Card numbers are masked. */
  text: z.string(),
  mentions: z.array(person),
})

const caseDetail = z.extend(caseRow, {
  /** Null if the card is no longer in our records. */
  card_summary: z.nullable(cardSummary),
  purchases: z.array(purchase),
  /** Time at which the posting statuses were read. */
  checked_at: timestamp,
  /** Newest first. */
  notes: z.array(note),
  /** Reason of the last resolution, rejection or reopening. */
  reason: z.nullable(z.string()),
})

const transactionId = z.string().check(z.regex(/^\d{1,18}$/))
/** A purchase that has no transaction yet. Money in centavos, points in hundredths. */
const typedPurchase = z.strictObject({
  business_date: day,
  branch_code: text(6).check(z.minLength(1)),
  receipt_no: text(20).check(z.minLength(1)),
  amount: z.int().check(z.minimum(1), z.maximum(1_000_000_000_00)),
  points_expected: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))),
})
const purchases = {
  transaction_ids: z.optional(z.array(transactionId).check(z.maxLength(MAX_PURCHASES))),
  typed: z.optional(z.array(typedPurchase).check(z.maxLength(MAX_PURCHASES))),
}
const opening = {
  ticket_no: textCheckedByRules,
  assignee_id: z.optional(z.nullable(uuid)),
  /** Default: five working days from today. */
  due_on: z.optional(day),
  note: z.optional(textCheckedByRules),
}
const mentions = z.optional(z.array(uuid).check(z.maxLength(MAX_MENTIONS)))

const items = bulkItems(z.strictObject({ id: uuid, version: count }))
const refusedCases = z.strictObject({ items, reason: textCheckedByRules })
const outcomes = z.object({ items: z.array(rowOutcome(caseRow)) })
const bulk = { versioned: 'body', reply: outcomes, bodyLimitBytes: 128 * 1024 } as const
const one = z.object({ id: uuid })

nameSchemas({ Case: caseRow, CaseDetails: caseDetail, CasePurchase: purchase, RefusedCases: refusedCases })

export const caseSchemas = {
  list: {
    summary: 'Cases that the caller opened or is assigned to, or all with case:view-all',
    audit: { resource: 'case', action: 'list' },
    body: listQuery(casesList),
    reply: listReply(caseRow),
  },
  counts: {
    summary: 'Number of visible open cases by view',
    audit: { resource: 'case', action: 'list' },
    reply: z.object({ MINE: count, UNASSIGNED: count, OVERDUE: count, OPEN: count }),
  },
  export: {
    summary: 'Export cases in the background. Returns the tracked file of the export',
    audit: { resource: 'case', action: 'export' },
    recentSignIn: 'always',
    status: 202,
    body: exportRequest(casesList),
    reply: z.object({ source_filekey: uuid }),
  },
  get: {
    summary: 'A case with the current posting status of its purchases. The id may be a case number',
    audit: { resource: 'case', action: 'view', id: 'params.id' },
    params: z.object({ id: z.union([uuid, z.string().check(z.regex(/^C-\d{6,9}$/i))]) }),
    reply: caseDetail,
  },
  create: {
    summary: 'Open a case for purchases of a card, or without purchases',
    status: 201,
    audit: { resource: 'case', action: 'create' },
    body: z.strictObject({ kind, card_id: uuid, ...purchases, ...opening }),
    reply: caseDetail,
  },
  createForCards: {
    summary: 'Open a case per card with its pending purchases, the oldest 20, that no other open case has',
    audit: { resource: 'case', action: 'create' },
    bodyLimitBytes: 128 * 1024,
    body: z.strictObject({ card_ids: bulkItems(uuid), ...opening }),
    /** An item has the id of its card. */
    reply: z.object({ items: z.array(rowOutcome(caseRow)) }),
  },
  update: {
    summary: 'Change the kind, ticket or due date of an open case',
    versioned: 'body',
    audit: { resource: 'case', action: 'update', id: 'params.id' },
    params: one,
    body: z.strictObject({
      version: count,
      kind: z.optional(kind),
      ticket_no: z.optional(textCheckedByRules),
      due_on: z.optional(day),
    }),
    reply: caseDetail,
  },
  addPurchases: {
    summary: 'Add purchases of the card to an open case',
    versioned: 'body',
    audit: { resource: 'case', action: 'update', id: 'params.id' },
    params: one,
    body: z.strictObject({ version: count, ...purchases }),
    reply: caseDetail,
  },
  removePurchase: {
    summary: 'Remove a purchase from an open case',
    versioned: 'body',
    audit: { resource: 'case', action: 'update', id: 'params.id' },
    params: one,
    body: z.strictObject({ version: count, no: count }),
    reply: caseDetail,
  },
  addNote: {
    summary: 'Add a note. Mentioned users, who must be able to see the case, are notified',
    audit: { resource: 'case', action: 'note', id: 'params.id' },
    params: one,
    body: z.strictObject({ text: text(4_000), mentions }),
    reply: caseDetail,
  },
  assign: {
    summary: 'Assign open cases to a user who may update cases, or to no one',
    audit: { resource: 'case', action: 'assign', id: 'body.items.id' },
    ...bulk,
    body: z.strictObject({ items, assignee_id: z.nullable(uuid) }),
  },
  markSent: {
    summary: 'Mark open cases as sent to posting. Also requires case:update',
    audit: { resource: 'case', action: 'send', id: 'body.items.id' },
    recentSignIn: { never: 'changes cases, and exports nothing' },
    ...bulk,
    body: z.strictObject({ items }),
  },
  send: {
    summary:
      'The purchases of cases as one CSV for the posting team. Marks open cases as sent. Also requires case:update, and card:unmask for whole card numbers',
    recentSignIn: { when: 'the file has whole card numbers' },
    audit: { resource: 'case', action: 'send', id: 'body.items.id' },
    versioned: 'body',
    bodyLimitBytes: 128 * 1024,
    isSecret: true,
    body: z.strictObject({
      items,
      /** Includes cases that were already sent, without changing them. */
      again: z._default(z.boolean(), false),
      /** Default: the last four digits. Counted against a daily quota of cards. */
      whole_numbers: z.optional(revealReason),
    }),
    reply: z.object({
      items: z.array(rowOutcome(caseRow)),
      file_name: z.string(),
      csv: z.string(),
      cases: count,
      purchases: count,
    }),
  },
  resolve: {
    summary: 'Resolve open or sent cases',
    audit: { resource: 'case', action: 'resolve', id: 'body.items.id' },
    ...bulk,
    body: z.strictObject({
      items,
      resolution: z.enum(CASE_RESOLUTIONS),
      reason: z.optional(text(200)),
    }),
  },
  reject: {
    summary: 'Reject open or sent cases',
    audit: { resource: 'case', action: 'reject', id: 'body.items.id' },
    ...bulk,
    body: refusedCases,
  },
  reopen: {
    summary: 'Reopen resolved or rejected cases',
    audit: { resource: 'case', action: 'reopen', id: 'body.items.id' },
    ...bulk,
    body: refusedCases,
  },
  import: {
    summary: 'Import a posting reply after its dry run',
    status: 202,
    audit: { resource: 'case', action: 'import', refersTo: 'body.source_filekey' },
    body: confirmedImport,
    reply: z.object({ source_filekey: uuid }),
  },
  template: {
    summary: 'Template of a posting reply',
    audit: { resource: 'case', action: 'template' },
    reply: importTemplate,
  },
  people: {
    summary: 'Active users who may be assigned to cases, or mentioned in a case',
    audit: { resource: 'case', action: 'options' },
    query: z.strictObject({ q: z.optional(text(100)), case_id: z.optional(uuid) }),
    /** The caller first, then by name. */
    reply: z.object({ items: z.array(z.extend(person, { is_own: z.boolean() })) }),
  },
  notices: {
    summary: 'Unread notices of the caller about cases, oldest first, at most 100',
    audit: { resource: 'case', action: 'list' },
    reply: z.object({
      items: z.array(z.object({ id: z.string(), at: timestamp, case_no: z.string(), text: z.string() })),
    }),
  },
  readNotices: {
    summary: 'Mark notices up to this one as read',
    audit: { resource: 'case', action: 'list' },
    body: z.strictObject({ up_to: z.string().check(z.regex(/^\d{1,18}$/)) }),
    reply: z.object({ read: count }),
  },
} satisfies Record<string, Schemas>
