import * as z from 'zod/mini'
import type { Schema, Schemas } from './endpoint.ts'
import { GAP_KINDS } from './mapping.ts'
import { keysOf } from './objects.ts'
import { PURPOSES } from './purposes.ts'
import { exportedTransactions, transaction, transactionsExport } from './transactions.schemas.ts'
import { PENDING_AGE_NAMES, TRAN_CLASSES, TRANSACTION_FIGURES } from './transactions.ts'
import { count, day, oneOrMany, text, timestamp, uuid } from './values.schemas.ts'

/**
 * Figures of all users, the same for every caller, except `mapping.codes` and `access.locked`. A business date is a day in
 * Manila; default: yesterday. Money is in centavos, points are in hundredths. Open items are those open now, regardless of
 * the date.
 */

/** Null without anything to compare with. */
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

/** Empty for no company. */
const companyCode = text(6)
const MAX_COMPANIES = 50
/** Empty if not mapped. */
const tranClass = z.enum([...TRAN_CLASSES, ''])
/** The figure, and the part of it, whose transactions are listed. */
const drill = {
  date: z.optional(day),
  figure: z.enum(keysOf(TRANSACTION_FIGURES)),
  age: z.optional(pendingAge),
}

export const dashboardSchemas = {
  files: tile('Files received and finished on a business date, and files open or waiting now', {
    received: count,
    /** Mean of the previous seven days. */
    received_mean: mean,
    received_by_day: byDay,
    completed: count,
    with_errors: count,
    failed: count,
    open: count,
    awaiting_confirmation: count,
    /** Longest current wait of a file for a worker or a user, in seconds. */
    oldest_waiting_seconds: z.nullable(count),
    /** Hours from midnight in Manila. */
    by_hour: z.array(z.object({ received: count, completed: count, with_errors: count, failed: count })),
  }),
  rows: tile('Rows of files checked and processed on a business date, and their errors', {
    /** Rows of files whose check ended on the date. */
    checked: count,
    rejected: count,
    /** Percent of `checked`; null without rows. */
    rejected_percent: mean,
    /** Percent of all rows of the previous seven days. */
    rejected_percent_before: mean,
    rejected_percent_by_day: z.array(mean),
    /** Rows of files that ended on the date. */
    processed: count,
    processed_mean: mean,
    /** The five most frequent. */
    codes: z.array(z.object({ code: z.string(), errors: count })),
  }),
  transactions: tile('Transactions of a business date compared with the mean of its weekday', {
    ...sums,
    /** Mean of the same weekday in the previous eight weeks. */
    mean,
    /** Number of weeks in the mean; fewer than eight without older data. */
    weeks: count,
    reversals: count,
    reversals_percent: mean,
    /** Transactions with the same terminal, receipt number and amount as an earlier one of the date. */
    duplicates: count,
    /** The last fourteen days up to the date. */
    by_day: z.array(z.object({ day, transactions: count, mean })),
    companies: z.array(z.object({ company_code: z.nullable(z.string()), ...sums, mean })),
    /** The class is null if it is not mapped. */
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
  points: tile('Points posted for a business date, and pending points', {
    earned: z.int(),
    /** Points of purchases of the date that are not posted yet. */
    earned_pending: z.int(),
    /** Mean of their sum on the same weekday in the previous eight weeks. */
    earned_mean: mean,
    redeemed: z.int(),
    adjusted: z.int(),
    expired: z.int(),
    /** Earned and adjusted points minus redeemed and expired ones. */
    net_liability: z.int(),
    by_day: z.array(z.object({ day, earned: z.int(), pending: z.int(), mean })),
    /** Pending now, up to this business date; ages in working days on that date. */
    pending: z.array(z.object({ age: pendingAge, transactions: count, points: z.int() })),
  }),
  mapping: tile('Source codes that are not mapped now, and the value waiting for them', {
    /** A transaction with several unmapped codes counts once. */
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
    /** The four with the highest value, of the kinds that the caller may view. */
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
    /** Terminals without a transaction in the 24 hours before the newest one, but with some in the week before. */
    silent: count,
    /** Terminals with traffic in the eight days before the newest transaction, including silent ones. */
    with_traffic: count,
    unmapped: count,
    /** Terminals moved in the last seven days up to the date. */
    moved: count,
    moved_before: count,
  }),
  inquiries: tile('Inquiries run on a business date, and inquiries open now', {
    run: count,
    run_mean: mean,
    run_by_day: byDay,
    /** Seconds from confirmation to result of files. */
    median_seconds: mean,
    by_purpose: z.array(z.object({ purpose: z.enum(PURPOSES), count })),
    open: count,
    oldest_open_seconds: z.nullable(count),
  }),
  cases: tile('Cases open now and resolved on a business date, and late purchases that no open case has', {
    open: count,
    /** Open cases after their due date. */
    overdue: count,
    unassigned: count,
    sent: count,
    resolved: count,
    /** Purchases pending for more than 15 working days on the business date. */
    late_without_case: count,
  }),
  access: tile('Pending users, failed sign-ins and revealed card numbers', {
    /** Users invited more than seven days ago, up to the end of `pending_before`. */
    pending_users: count,
    pending_before: day,
    /** Null if the identity provider does not report it. */
    locked_users: z.nullable(count),
    /** The first locked users, for callers who may view users. */
    locked: z.array(z.object({ id: uuid, name: z.string() })),
    failed_sign_ins: z.nullable(count),
    failed_sign_ins_mean: mean,
    reveals: count,
    /** Daily mean of the previous thirty days. */
    reveals_mean: z.number(),
  }),
  system: tile('Current state of the system', {
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
    summary: 'Transactions behind a dashboard figure, at most 500, with masked card numbers',
    audit: { resource: 'inquiry', action: 'list' },
    query: z.strictObject({
      ...drill,
      company_code: oneOrMany(companyCode, MAX_COMPANIES),
      tran_class: oneOrMany(tranClass, TRAN_CLASSES.length + 1),
    }),
    reply: z.object({
      as_of: timestamp,
      business_date: day,
      /** Value of the figure; more than the items if they are cut, less if repeated transactions are included. */
      total: count,
      /** Newest first; duplicates after the original. */
      items: z.array(z.extend(transaction, { card_id: z.nullable(uuid) })),
      is_cut: z.boolean(),
    }),
  },
  exportTransactions: {
    summary: 'The transactions behind a dashboard figure as CSV or as a workbook, with masked card numbers',
    audit: { resource: 'inquiry', action: 'export' },
    recentSignIn: { never: 'has the masked transactions on the screen' },
    body: z.strictObject({
      ...drill,
      company_code: z.optional(z.array(companyCode).check(z.maxLength(MAX_COMPANIES))),
      tran_class: z.optional(z.array(tranClass).check(z.maxLength(TRAN_CLASSES.length + 1))),
      ...transactionsExport,
    }),
    reply: exportedTransactions,
  },
} satisfies Record<string, Schemas>
