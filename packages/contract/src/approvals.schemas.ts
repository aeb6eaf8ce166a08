import * as z from 'zod/mini'
import { breakGlassUse, laterChange, requestedAccess, shownUser, takers } from './approval-parts.schemas.ts'
import { APPROVAL_KINDS, APPROVAL_STATUSES, MAX_REASON_CHARS, RULE_KINDS } from './approvals.ts'
import type { Schemas } from './endpoint.ts'
import { impact } from './explain.schemas.ts'
import { listQuery, listReply } from './list.schemas.ts'
import { approvalsList } from './lists/approvals.ts'
import { keysOf } from './objects.ts'
import {
  bulkItems,
  count,
  nameSchemas,
  page,
  pageSize,
  person,
  rowOutcome,
  statedText,
  text,
  timestamp,
  uuid,
} from './values.schemas.ts'

const kind = z.enum(keysOf(APPROVAL_KINDS))
const status = z.enum(keysOf(APPROVAL_STATUSES))

/** Reply of a write that waits for approval, with status 202. */
export const pendingApproval = z.object({
  approval: z.object({ id: uuid, kind, expires_at: timestamp }),
})

const approvalRow = z.object({
  id: uuid,
  kind,
  /** The change in words, such as `Change role Inquiry agent`. */
  what: z.string(),
  status,
  requested_by: person,
  requested_at: timestamp,
  /** Null for break-glass access, which waits until it is reviewed. */
  expires_at: z.nullable(timestamp),
  /** Null for an operator and the system. */
  decided_by: z.nullable(person),
  decided_at: z.nullable(timestamp),
  /** Reason of a decision, or why an approved change was not possible. */
  decision_reason: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ticket_no: z.nullable(z.string()),
  /** Number of affected users or rows. */
  count,
  unit: z.string(),
  is_high_risk: z.boolean(),
  /**
   * Reason why the caller may not decide the request: it is their own, about themselves or by an account that they
   * created, or they may not view the table that it changes. Null if they may decide, or it is decided.
   */
  undecidable: z.nullable(z.enum(['own', 'about_you', 'permission', 'view'])),
})

const approvalDetail = z.extend(approvalRow, {
  /** Sent with an approval of high-risk access, because only a user who has opened the request has it. */
  content_hash: z.string(),
  is_own: z.boolean(),
  record: z.nullable(z.object({ resource: z.string(), id: uuid })),
  /** Access that users gain and lose; null for other changes. */
  impact: z.nullable(impact),
  /** The first 50 affected users by name. */
  users: z.array(shownUser),
  users_total: count,
  takers: z.array(takers),
  /** Null for changes other than temporary access. */
  requested_access: z.nullable(requestedAccess),
  /**
   * Changed values of the first 50 records; an event of the call itself may precede them. Card numbers are masked. Rows
   * of an action on all matches have only a name.
   */
  changes: z.array(
    z.object({
      label: z.nullable(z.string()),
      changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
    }),
  ),
  changes_total: count,
  /** Number of rows of a lookup table that `rows` lists; null for other requests, and once the rows are no longer kept. */
  row_count: z.nullable(count),
  /** Null for requests other than break-glass access. */
  use: z.nullable(breakGlassUse),
  /** The last five changes of the request's records between the request and its end. */
  later_changes: z.array(laterChange),
})

const requestRow = z.object({
  /** Key of the row, such as `POS 0031 *`. */
  key: z.string(),
  name: z.string(),
  is_new: z.boolean(),
  /** Governed fields first, then those that few rows change. */
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /** True for a field that an approval rule may govern. */
      is_governed: z.boolean(),
      /** Number of rows with this change of a governed field, or with any change of another field. */
      rows: count,
    }),
  ),
})

/** Records whose pages show a waiting change. */
const waitingResource = z.enum(['user', 'role', 'policy', 'approval-rule'])

const waitingChange = z.object({
  id: uuid,
  resource: waitingResource,
  /** Ids of the changed records; for a rule, its kind. */
  records: z.array(z.string()),
  what: z.string(),
  requested_by: person,
  /** Changed values of a rule; empty for other records. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** True if the caller may open the request. */
  may_open: z.boolean(),
})

const rule = z.object({
  kind: z.enum(RULE_KINDS),
  version: count,
  is_on: z.boolean(),
  /** Null for a kind that has no threshold. */
  threshold: z.nullable(count),
})

const items = bulkItems(z.strictObject({ id: uuid }))
/** A high-risk request is approved with the hash of its opened content. */
const openedItems = bulkItems(z.strictObject({ id: uuid, content_hash: z.optional(z.string()) }))
const decided = z.object({ items: z.array(rowOutcome(approvalRow)) })

nameSchemas({
  PendingApproval: pendingApproval,
  Approval: approvalRow,
  ApprovalDetails: approvalDetail,
  ApprovalRow: requestRow,
  WaitingChange: waitingChange,
  ApprovalRule: rule,
})

export const approvalSchemas = {
  list: {
    summary: 'Requests of the caller; with `approval:decide` those of all users',
    body: listQuery(approvalsList),
    reply: listReply(approvalRow),
  },
  counts: {
    summary: 'Number of requests to decide and of own open requests',
    reply: z.object({ decide: count, mine: count }),
  },
  get: {
    summary: 'A request with its impact',
    params: z.object({ id: uuid }),
    reply: approvalDetail,
  },
  waiting: {
    summary: 'Changes of a record, or of all records of a resource, that wait for approval; at most 50',
    body: z.strictObject({ resource: waitingResource, id: z.optional(text(60)) }),
    reply: z.object({ items: z.array(waitingChange) }),
  },
  rows: {
    summary: 'Rows that a request changes: governed changes first, then those that few rows have',
    params: z.object({ id: uuid }),
    body: z.strictObject({
      /** Only rows with a change of this field. */
      field: z.optional(text(60)),
      page,
      page_size: pageSize,
    }),
    reply: z.object({
      items: z.array(requestRow),
      total: count,
      page: count,
      page_size: count,
      /** Numbers of changed rows by field, in the order of the rows. */
      fields: z.array(
        z.object({ field: z.string(), label: z.string(), is_governed: z.boolean(), rows: count }),
      ),
      new_rows: count,
    }),
  },
  check: {
    summary: 'Check by a dry run if a request can be approved now. Deciders and the requester can',
    audit: { resource: 'approval', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({
      is_current: z.boolean(),
      /** Reason why it can’t be approved now. */
      detail: z.nullable(z.string()),
      /** Other users than the caller who can decide it now, sorted by name. */
      deciders: z.array(person),
    }),
  },
  approve: {
    summary:
      'Approve requests, which applies their changes at once. A high-risk request needs the hash of its content',
    recentSignIn: 'always',
    audit: { resource: 'approval', action: 'approve', id: 'body.items.id' },
    body: z.strictObject({ items: openedItems, reason: z.optional(text(MAX_REASON_CHARS).check(z.trim())) }),
    reply: decided,
  },
  reject: {
    summary: 'Reject requests with a reason',
    audit: { resource: 'approval', action: 'reject', id: 'body.items.id' },
    recentSignIn: 'always',
    body: z.strictObject({ items, reason: statedText(MAX_REASON_CHARS) }),
    reply: decided,
  },
  dismiss: {
    summary: 'End requests that can’t be applied any more',
    recentSignIn: 'always',
    audit: { resource: 'approval', action: 'dismiss', id: 'body.items.id' },
    body: z.strictObject({ items }),
    reply: decided,
  },
  withdraw: {
    summary: 'Withdraw an own request',
    audit: { resource: 'approval', action: 'withdraw', id: 'body.id' },
    body: z.strictObject({ id: uuid }),
    reply: approvalRow,
  },
  rules: {
    summary: 'The approval rules, and the number of users who can decide',
    audit: { resource: 'approval-rule', action: 'list' },
    reply: z.object({ items: z.array(rule), deciders: count }),
  },
  updateRule: {
    summary: 'Switch a rule on or off, or change its threshold. Needs approval while any rule is on',
    versioned: 'body',
    approval: ['RULES'],
    recentSignIn: 'always',
    audit: { resource: 'approval-rule', action: 'update' },
    params: z.object({ kind: z.enum(RULE_KINDS) }),
    body: z.strictObject({
      version: count,
      is_on: z.optional(z.boolean()),
      threshold: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    }),
    reply: rule,
  },
} satisfies Record<string, Schemas>
