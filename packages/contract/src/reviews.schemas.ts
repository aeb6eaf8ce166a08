import * as z from 'zod/mini'
import { MAX_REASON_CHARS } from './approvals.ts'
import type { Schemas } from './endpoint.ts'
import { listQuery, listReply } from './list.schemas.ts'
import { reviewItemsList, reviewsList } from './lists/reviews.ts'
import { keysOf } from './objects.ts'
import {
  MAX_REVIEW_NAME_CHARS,
  MAX_REVIEWERS,
  REVIEW_DECISIONS,
  REVIEW_OUTCOMES,
  REVIEW_SCOPES,
  REVIEW_STATUSES,
  UNDECIDED,
} from './reviews.ts'
import {
  bulkItems,
  count,
  day,
  nameSchemas,
  person,
  rowOutcome,
  statedText,
  storedName,
  timestamp,
  uuid,
  visibleText,
} from './values.schemas.ts'

const id = z.object({ id: uuid })
const decision = z.enum(keysOf(REVIEW_DECISIONS))
const undecided = z.enum(keysOf(UNDECIDED))

/** Hash of the ids and versions of the counted items. */
const usedItems = z.object({ count, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

const reviewRow = z.object({
  id: uuid,
  version: count,
  name: z.string(),
  scope: z.enum(keysOf(REVIEW_SCOPES)),
  /** The role of the scope `ROLE`; its name when the review started. */
  role: z.nullable(person),
  status: z.enum(keysOf(REVIEW_STATUSES)),
  undecided,
  /** The review ends at this time, the end of a day in Manila. */
  due_at: timestamp,
  /** The day that ends then. */
  due_on: day,
  started_by: person,
  started_at: timestamp,
  /** Null while it is open. */
  finished_at: z.nullable(timestamp),
  counts: z.object({ total: count, kept: count, removed: count, undecided: count }),
  /** Undecided items that the caller may decide. */
  mine: count,
})

const reviewDetail = z.extend(reviewRow, {
  /** `can_decide`: holds `review:decide` now and is active. */
  reviewers: z.array(z.extend(person, { can_decide: z.boolean() })),
  /** True if the caller is a reviewer and may decide now. */
  may_decide: z.boolean(),
  /** True if there are removals and the caller alone decided them all, so that someone else must finish the review. */
  made_all_removals: z.boolean(),
  /** Undecided items that the caller may decide and that were used recently when it started (`RECENT_USE_DAYS`). */
  used_recently: usedItems,
  /** Null if the deadline finished it. */
  finished_by: z.nullable(person),
  cancel_reason: z.nullable(z.string()),
  /** Number of items by outcome; all 0 while the review is open. */
  outcomes: z.object({ kept: count, removed: count, gone: count, not_possible: count }),
  /** First day on which the use of permissions was recorded. */
  use_recorded_since: day,
})

/** An assignment. All facts about it, up to `conflicts`, are as of the start of the review. */
const reviewItem = z.object({
  id: uuid,
  version: count,
  user: z.extend(person, {
    /** Current email. */
    email: z.string(),
    department: z.nullable(z.string()),
    status: z.string(),
    last_sign_in_at: z.nullable(timestamp),
    /** True if active and without a sign-in for `DORMANT_DAYS`. */
    is_dormant: z.boolean(),
  }),
  grant: z.object({
    kind: z.enum(['role', 'policy']),
    id: uuid,
    name: z.string(),
    /** End of temporary access. */
    until: z.nullable(timestamp),
  }),
  /** High-risk permissions that it brings, which the user has in effect. */
  permissions: z.array(z.string()),
  /** Null if unknown, because access was granted before grants were recorded or by the system. */
  granted_by: z.nullable(z.string()),
  granted_at: z.nullable(timestamp),
  /** Day of the latest recorded use of its permissions, or of its high-risk ones if it has any; null without one. */
  last_used_on: z.nullable(day),
  /** True if use was recorded for as long as the user has had this access, so that null means never. */
  is_use_complete: z.boolean(),
  /** For a policy: other users with the same role, and those with the policy too. For a role: active users, holders. */
  others: z.object({ total: count, have: count }),
  /** Pairs of conflicting permissions of the user. */
  conflicts: z.array(z.tuple([z.string(), z.string()])),
  decision: z.nullable(decision),
  reason: z.nullable(z.string()),
  /** Role that replaces a removed one. */
  replacement: z.nullable(person),
  decided_by: z.nullable(person),
  decided_at: z.nullable(timestamp),
  /**
   * True if a second reviewer must agree to the removal, which is undecided until then, because the user has access
   * permissions that the first reviewer lacks. Without a removal, true if one by the caller would.
   */
  needs_second: z.boolean(),
  /** A second reviewer who agrees to the removal. */
  agreed_by: z.nullable(person),
  agreed_at: z.nullable(timestamp),
  agreed_reason: z.nullable(z.string()),
  /** The caller's part: decided the item, or agreed to the removal. */
  own_part: z.nullable(z.enum(['decided', 'agreed'])),
  /** Decisions that another reviewer overturned, oldest first. */
  overturned: z.array(
    z.object({
      decision,
      reason: z.nullable(z.string()),
      decided_by: z.string(),
      /** The reviewer who agreed to it. */
      agreed_by: z.nullable(z.string()),
      overturned_by: z.string(),
      overturned_at: timestamp,
      overturned_reason: z.string(),
    }),
  ),
  /** Why the caller may not decide the item; null if they may. `own`: it is about the caller. */
  undecidable: z.nullable(z.enum(['own', 'not_reviewer', 'not_open'])),
  outcome: z.nullable(z.enum(keysOf(REVIEW_OUTCOMES))),
  /** Why a removal was not possible, or which other role replaced a removed one. */
  outcome_detail: z.nullable(z.string()),
})

const name = storedName(MAX_REVIEW_NAME_CHARS)
const scope = { scope: z.enum(keysOf(REVIEW_SCOPES)), role_id: z.optional(uuid) }
const reviewers = z.array(uuid).check(z.minLength(1), z.maxLength(MAX_REVIEWERS))

nameSchemas({ Review: reviewRow, ReviewDetails: reviewDetail, ReviewItem: reviewItem, UsedItems: usedItems })

export const reviewSchemas = {
  list: {
    summary: 'Reviews: those of the caller as a reviewer; with `review:view` or `review:manage` all',
    audit: { resource: 'review', action: 'list' },
    body: listQuery(reviewsList),
    reply: listReply(reviewRow),
  },
  counts: {
    summary: 'Number of undecided items that the caller may decide, in all open reviews',
    reply: z.object({ decide: count }),
  },
  preview: {
    summary: 'Number of items and users of a review with this scope',
    audit: { resource: 'review', action: 'view' },
    body: z.strictObject(scope),
    reply: z.object({ items: count, users: count }),
  },
  reviewers: {
    summary: 'Users who can be reviewers: active, and hold `review:decide` permanently',
    audit: { resource: 'review', action: 'options' },
    reply: z.object({ items: z.array(z.extend(person, { email: z.string() })) }),
  },
  start: {
    summary: 'Start a review of the access that users have now',
    status: 201,
    recentSignIn: 'always',
    audit: { resource: 'review', action: 'create' },
    body: z.strictObject({ name, ...scope, due_on: day, undecided, reviewers }),
    reply: reviewDetail,
  },
  get: {
    summary: 'A review with its progress',
    audit: { resource: 'review', action: 'view', id: 'params.id' },
    params: id,
    reply: reviewDetail,
  },
  update: {
    summary:
      'Change the name, due date or reviewers of an open review, or keep undecided items instead of removing them',
    recentSignIn: 'always',
    versioned: 'body',
    audit: { resource: 'review', action: 'update', id: 'params.id' },
    params: id,
    body: z.strictObject({
      version: count,
      name: z.optional(name),
      due_on: z.optional(day),
      undecided: z.optional(undecided),
      reviewers: z.optional(reviewers),
    }),
    reply: reviewDetail,
  },
  items: {
    summary: 'Items of a review, the longest unused first',
    audit: { resource: 'review', action: 'view', id: 'params.id' },
    params: id,
    body: listQuery(reviewItemsList),
    reply: listReply(reviewItem),
  },
  replacements: {
    summary: 'Roles that can replace the role of an item: they give its user less and nothing new',
    audit: { resource: 'review', action: 'options', id: 'params.id' },
    params: id,
    query: z.strictObject({ item: uuid }),
    reply: z.object({ items: z.array(z.extend(person, { description: z.nullable(z.string()) })) }),
  },
  decide: {
    summary:
      'Decide items, agree to the removals of another reviewer, or take decisions back (null). Applied when the review ends',
    versioned: 'body',
    audit: { resource: 'review', action: 'decide', id: 'params.id' },
    recentSignIn: { when: 'a user with high-risk access is to lose any' },
    params: id,
    body: z.strictObject({
      items: bulkItems(z.strictObject({ id: uuid, version: count })),
      decision: z.nullable(decision),
      /** Required to remove, and to overturn the decision of another reviewer. */
      reason: z.optional(visibleText(MAX_REASON_CHARS).check(z.trim())),
      /** Replacement of removed roles. Default: the one that the first reviewer chose, or `DEFAULT_REPLACEMENT`. */
      replacement_role_id: z.optional(uuid),
    }),
    reply: z.object({ items: z.array(rowOutcome(reviewItem)) }),
  },
  keepUsed: {
    summary: 'Keep the undecided items that were used recently, if they are those of `used_recently`',
    audit: { resource: 'review', action: 'decide', id: 'params.id' },
    recentSignIn: { never: 'keeps access' },
    params: id,
    body: z.strictObject({ used_recently: usedItems }),
    reply: reviewDetail,
  },
  finish: {
    summary: 'End a review now, if no reviewer may decide anything any more; a job removes access',
    recentSignIn: 'always',
    audit: { resource: 'review', action: 'finish', id: 'params.id' },
    params: id,
    body: z.strictObject({ version: count }),
    versioned: 'body',
    reply: reviewDetail,
  },
  cancel: {
    summary: 'Cancel an open review; nothing is removed',
    audit: { resource: 'review', action: 'cancel', id: 'params.id' },
    recentSignIn: { never: 'keeps access' },
    params: id,
    body: z.strictObject({ version: count, reason: statedText(MAX_REASON_CHARS) }),
    versioned: 'body',
    reply: reviewDetail,
  },
  evidence: {
    summary: 'Export the evidence of a review as a CSV file with a signature',
    status: 202,
    recentSignIn: 'always',
    audit: { resource: 'review', action: 'export', id: 'params.id' },
    params: id,
    reply: z.object({ source_filekey: uuid }),
  },
  evidenceKey: {
    summary: 'Public key that verifies evidence; null without a configured key',
    audit: { resource: 'review', action: 'view' },
    reply: z.object({
      key: z.nullable(
        z.object({
          /** PEM. */ public_key: z.string(),
          /** First 16 hex digits of the SHA-256 of the DER key. */ fingerprint: z.string(),
        }),
      ),
    }),
  },
} satisfies Record<string, Schemas>
