import * as z from 'zod/mini'
import type { Schema, Schemas } from '../endpoint.ts'
import { GAP_KINDS } from '../mapping-gaps.ts'
import { keysOf } from '../objects.ts'
import { PURPOSES } from '../purposes.ts'
import { PENDING_AGE_NAMES, TRAN_CLASSES, TRANSACTION_FIGURES } from '../transactions.ts'
import { transaction } from './transactions.ts'
import { count, day, text, timestamp, uuid } from './values.ts'

/**
 * Figures of all users' work, the same for every caller. A business date is a day in Manila; without one it is yesterday.
 * Money in centavos, points in hundredths. What is open is open now, whatever the date.
 */

/** Null: nothing to compare with. */
const mean = z.nullable(z.number())
/** The seven days that end with the business date. */
const byDay = z.array(count)

function tile<const R extends Readonly<Record<string, Schema>>>(summary: string, reply: R) {
  return {
    summary,
    audit: { resource: 'dashboard', action: 'view' },
    query: z.strictObject({ date: z.optional(day) }),
    reply: z.object({ as_of: timestamp, business_date: day, ...reply }),
  } as const
}

const sums = { transactions: count, amount: z.int() }

const pendingAge = z.enum(PENDING_AGE_NAMES)
// The keys are the figures.
const transactionFigure = z.enum(keysOf(TRANSACTION_FIGURES))

export const dashboardSchemas = {
  files: tile('Files received and ended on a business date, open and waiting now', {
    received: count,
    /** Mean of the seven days before. */
    received_mean: mean,
    received_by_day: byDay,
    completed: count,
    with_errors: count,
    failed: count,
    open: count,
    awaiting_confirmation: count,
    /** Seconds the longest-waiting file has waited for a worker or a person. */
    oldest_waiting_seconds: z.nullable(count),
    /** From midnight in Manila. */
    by_hour: z.array(z.object({ received: count, completed: count, with_errors: count, failed: count })),
  }),
  rows: tile('Rows of files checked and processed on a business date, and their errors', {
    /** Rows of files whose check ended on the date. */
    checked: count,
    rejected: count,
    /** Percent of `checked`; null without rows. */
    rejected_percent: mean,
    /** Percent of all rows of the seven days before. */
    rejected_percent_before: mean,
    rejected_percent_by_day: z.array(mean),
    /** Rows of files that ended on the date. */
    processed: count,
    processed_mean: mean,
    /** The five most frequent. */
    codes: z.array(z.object({ code: z.string(), errors: count })),
  }),
  transactions: tile('Transactions of a business date beside the mean of its weekday', {
    ...sums,
    /** Mean of the same weekday in the eight weeks before. */
    mean,
    /** Number of weeks in the mean; fewer than eight where there is no older data. */
    weeks: count,
    reversals: count,
    reversals_percent: mean,
    /** Same terminal, receipt number and amount as an earlier one of the date. */
    duplicates: count,
    /** Fourteen days that end with the date. */
    by_day: z.array(z.object({ day, transactions: count, mean })),
    companies: z.array(z.object({ company_code: z.nullable(z.string()), ...sums, mean })),
    /** Null: not mapped. */
    classes: z.array(z.object({ tran_class: z.nullable(z.enum(TRAN_CLASSES)), ...sums })),
    /** By company and class. */
    cells: z.array(
      z.object({
        company_code: z.nullable(z.string()),
        tran_class: z.nullable(z.enum(TRAN_CLASSES)),
        ...sums,
      }),
    ),
  }),
  points: tile('Points posted of a business date, and those that wait', {
    earned: z.int(),
    /** Points of purchases of the date that are not posted yet. */
    earned_pending: z.int(),
    /** Mean of both together on the same weekday in the eight weeks before. */
    earned_mean: mean,
    redeemed: z.int(),
    adjusted: z.int(),
    expired: z.int(),
    /** Earned and adjusted less redeemed and expired. */
    net_liability: z.int(),
    by_day: z.array(z.object({ day, earned: z.int(), pending: z.int(), mean })),
    /** Pending now, of business dates up to this one; ages in working days on that date. */
    pending: z.array(z.object({ age: pendingAge, transactions: count, points: z.int() })),
  }),
  mapping: tile('Codes of the sources that are not mapped now, and the value that waits', {
    /** A transaction that lacks several codes counts once. */
    blocked: z.object(sums),
    kinds: z.array(
      z.object({
        kind: z.enum(GAP_KINDS),
        codes: count,
        new_codes: count,
        first_at: z.nullable(timestamp),
        ...sums,
      }),
    ),
    /** By value, the first five of the kinds that the caller may view. */
    codes: z.array(
      z.object({
        kind: z.enum(GAP_KINDS),
        source_system: z.nullable(z.string()),
        code: z.string(),
        company_code: z.nullable(z.string()),
        branch_code: z.nullable(z.string()),
        first_at: timestamp,
        ...sums,
      }),
    ),
  }),
  terminals: tile('Terminals that are silent, new or moved', {
    /** Without a transaction for 24 hours, with some in the week before; counted to the newest transaction. */
    silent: count,
    /** With traffic in the eight days before the newest transaction, silent ones included. */
    with_traffic: count,
    unmapped: count,
    /** Last moved in the seven days that end with the date. */
    moved: count,
    moved_before: count,
  }),
  inquiries: tile('Inquiries run on a business date, and those open now', {
    run: count,
    run_mean: mean,
    run_by_day: byDay,
    /** Seconds from confirmation to result, of files. */
    median_seconds: mean,
    by_purpose: z.array(z.object({ purpose: z.enum(PURPOSES), count })),
    open: count,
    oldest_open_seconds: z.nullable(count),
  }),
  access: tile('Users who wait, sign-ins that failed, card numbers revealed', {
    /** Invited more than seven days ago: up to the end of `pending_before`. */
    pending_users: count,
    pending_before: day,
    /** Null: the identity provider does not tell. */
    locked_users: z.nullable(count),
    /** The first of them, for callers who may view users. */
    locked: z.array(z.object({ id: uuid, name: z.string() })),
    failed_sign_ins: z.nullable(count),
    failed_sign_ins_mean: mean,
    reveals: count,
    /** A day, over the thirty before. */
    reveals_mean: z.number(),
  }),
  system: tile('How the system does now', {
    /** 95th percentile of the calls of the last five minutes; null without calls. */
    api_p95_ms: mean,
    calls: count,
    queued: count,
    oldest_queued_seconds: z.nullable(count),
    web: count,
    workers: count,
    builds: z.array(z.string()),
  }),
  listTransactions: {
    summary: 'The transactions that a figure of the dashboard counts, at most 500, with masked cards',
    audit: { resource: 'inquiry', action: 'list' },
    query: z.strictObject({
      date: z.optional(day),
      figure: transactionFigure,
      /** Empty: none. */
      company_code: z.optional(text(6)),
      /** Empty: not mapped. */
      tran_class: z.optional(z.union([z.enum(TRAN_CLASSES), z.literal('')])),
      age: z.optional(pendingAge),
    }),
    reply: z.object({
      as_of: timestamp,
      business_date: day,
      /** As the figure says; more than the items where only 500 are shown, less where repeated ones are shown too. */
      total: count,
      /** The newest first; duplicates below what they repeat. */
      items: z.array(transaction),
      is_cut: z.boolean(),
    }),
  },
} satisfies Record<string, Schemas>
