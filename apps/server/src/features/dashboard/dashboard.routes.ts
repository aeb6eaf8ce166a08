import { type Access, may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping'
import type { Administration, Identity } from '../../adapters/identity/identity.ts'
import type { Database } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { p95 } from '../../telemetry/latencies.ts'
import { terminalTraffic } from '../lookup-index/table-figures.store.ts'
import { kindsOfGaps, largestGaps, sumsByMapping } from '../mapping/gaps.store.ts'
import { liveProcesses, queueFigures } from '../status/status.store.ts'
import {
  addDays,
  businessDateOf,
  lastDays,
  meanBefore,
  percentOf,
  startOfDay,
  valuesOf,
  weekdayMean,
} from './business-days.ts'
import * as files from './tiles.store.ts'
import {
  caseFigures,
  countPendingUsers,
  movedTerminals,
  revealFigures,
  usersWithIdentity,
} from './tiles.store.ts'
import { countUnfollowed, drillDownHandlers, transactionFigures } from './transaction-figures.ts'
import * as transactions from './transactions-tiles.store.ts'

type Deps = { db: Database; ledger: Ledger; clock: Clock; identity: Identity }

const WEEK = 7
const MONTH = 30
/** Fourteen days are shown, each compared with its weekday in the eight weeks before. */
const DAYS_READ = 14 + 8 * WEEK
const CODES_SHOWN = 5
const LARGEST_SHOWN = 4
const LOCKED_SHOWN = 5

/** One endpoint per tile, so that tiles load and fail independently. */
export function dashboardHandlers(deps: Deps): Handlers<(typeof api)['dashboard']> {
  const { db, ledger, clock, identity } = deps
  const datesOf = (query: { date?: string | undefined }) => {
    const now = clock.now()
    const day = businessDateOf(query.date, clock)
    return { now, day, head: { as_of: now.toISOString(), business_date: day } }
  }
  return {
    files: async ({ query }) => {
      const { now, day, head } = datesOf(query)
      const [figures, received, by_hour] = await Promise.all([
        files.fileFigures(db, day, now),
        files.receivedByDay(db, addDays(day, -WEEK), day),
        files.filesByHour(db, day),
      ])
      return {
        ...head,
        received: received.byDay.get(day) ?? 0,
        received_mean: meanBefore(received.byDay, day, received.first, WEEK),
        received_by_day: valuesOf(received.byDay, lastDays(day, WEEK)),
        ...figures,
        oldest_waiting_seconds: notNegative(figures.oldest_waiting_seconds),
        by_hour,
      }
    },

    rows: async ({ query }) => {
      const { day, head } = datesOf(query)
      const from = addDays(day, -WEEK)
      const [byDay, processed, codes, first] = await Promise.all([
        files.checkedByDay(db, from, day),
        files.processedByDay(db, from, day),
        files.frequentErrors(db, day, CODES_SHOWN),
        files.firstCheck(db),
      ])
      const { checked, rejected } = byDay.get(day) ?? { checked: 0, rejected: 0 }
      const before = [...byDay].filter(([each]) => each < day).map(([, sums]) => sums)
      const sum = (name: 'checked' | 'rejected') => before.reduce((total, each) => total + each[name], 0)
      return {
        ...head,
        checked,
        rejected,
        rejected_percent: percentOf(rejected, checked),
        rejected_percent_before: percentOf(sum('rejected'), sum('checked')),
        rejected_percent_by_day: lastDays(day, WEEK).map((each) => {
          const sums = byDay.get(each)
          return sums ? percentOf(sums.rejected, sums.checked) : null
        }),
        processed: processed.get(day) ?? 0,
        processed_mean: meanBefore(processed, day, first, WEEK),
        codes,
      }
    },

    transactions: async ({ query }) => {
      const { day, head } = datesOf(query)
      const [cells, first, duplicates] = await Promise.all([
        transactions.transactionCells(db, addDays(day, 1 - DAYS_READ), day),
        transactions.firstBusinessDate(db),
        transactions.countDuplicates(ledger.db, day),
      ])
      return { ...head, ...transactionFigures(cells, day, first), duplicates }
    },

    points: async ({ query }) => {
      const { day, head } = datesOf(query)
      const [days, pending, first] = await Promise.all([
        transactions.pointsByDay(db, addDays(day, 1 - DAYS_READ), day),
        transactions.pendingByAge(db, day),
        transactions.firstBusinessDate(db),
      ])
      const byDay = new Map(days.map((each) => [each.day, each]))
      const sums = new Map(days.map((each) => [each.day, each.earned + each.earned_pending]))
      const pointsOf = (each: string) =>
        byDay.get(each) ?? { earned: 0, earned_pending: 0, redeemed: 0, adjusted: 0, expired: 0 }
      const points = pointsOf(day)
      return {
        ...points,
        ...head,
        earned_mean: weekdayMean(sums, day, first).mean,
        net_liability: points.earned + points.adjusted - points.redeemed - points.expired,
        by_day: lastDays(day, 2 * WEEK).map((each) => ({
          day: each,
          earned: pointsOf(each).earned,
          pending: pointsOf(each).earned_pending,
          mean: weekdayMean(sums, each, first).mean,
        })),
        pending,
      }
    },

    mapping: async ({ query }, { caller }) => {
      const { day, head } = datesOf(query)
      const [kinds, { blocked }, largest] = await Promise.all([
        kindsOfGaps(db, startOfDay(addDays(day, 1 - WEEK))),
        sumsByMapping(db),
        largestGaps(db, viewedKinds(caller.access), LARGEST_SHOWN),
      ])
      return {
        ...head,
        blocked,
        kinds: kinds.map((each) => ({ ...each, first_at: each.first_at?.toISOString() ?? null })),
        codes: largest.map(({ first_at, transactions, amount, ...gap }) => ({
          ...gap,
          first_at: first_at.toISOString(),
          transactions: Number(transactions),
          amount: Number(amount),
        })),
      }
    },

    cases: async ({ query }) => {
      const { now, day, head } = datesOf(query)
      const [figures, late_without_case] = await Promise.all([
        caseFigures(db, day, manilaDay(now)),
        countUnfollowed(deps, day),
      ])
      return { ...head, ...figures, late_without_case }
    },

    terminals: async ({ query }) => {
      const { day, head } = datesOf(query)
      const [traffic, kinds, moved] = await Promise.all([
        terminalTraffic(db),
        kindsOfGaps(db, startOfDay(day)),
        movedTerminals(db, day),
      ])
      const unmapped = kinds.find(({ kind }) => kind === 'TERMINAL')?.codes ?? 0
      return { ...head, ...traffic, unmapped, ...moved }
    },

    inquiries: async ({ query }) => {
      const { now, day, head } = datesOf(query)
      const [figures, run] = await Promise.all([
        files.inquiryFigures(db, day, now),
        files.inquiriesByDay(db, addDays(day, -WEEK), day),
      ])
      return {
        ...head,
        run: run.byDay.get(day) ?? 0,
        run_mean: meanBefore(run.byDay, day, run.first, WEEK),
        run_by_day: valuesOf(run.byDay, lastDays(day, WEEK)),
        ...figures,
        oldest_open_seconds: notNegative(figures.oldest_open_seconds),
      }
    },

    access: async ({ query }, { caller }) => {
      const { now, day, head } = datesOf(query)
      const administration = await identity.administration()
      const pending_before = addDays(manilaDay(now), -WEEK - 1)
      const [pending_users, locked, failed, reveals] = await Promise.all([
        countPendingUsers(db, pending_before),
        lockedUsers(db, administration),
        // Null while the identity provider does not respond.
        administration.failedSignIns(addDays(day, -MONTH), day).catch(() => null),
        revealFigures(db, day),
      ])
      return {
        ...head,
        pending_users,
        pending_before,
        locked_users: locked?.length ?? null,
        locked: may(caller.access, 'user:view') ? (locked ?? []).slice(0, LOCKED_SHOWN) : [],
        failed_sign_ins: failed && (failed.get(day) ?? 0),
        failed_sign_ins_mean:
          failed && valuesOf(failed, lastDays(addDays(day, -1), MONTH)).reduce((a, b) => a + b, 0) / MONTH,
        ...reveals,
      }
    },

    system: async ({ query }) => {
      const { now, head } = datesOf(query)
      const [{ calls, ...processes }, { queued, oldestSeconds }] = await Promise.all([
        liveProcesses(db, now),
        queueFigures(db, now),
      ])
      return {
        ...head,
        api_p95_ms: p95(calls),
        calls: calls.reduce((total, count) => total + count, 0),
        queued,
        oldest_queued_seconds: oldestSeconds,
        ...processes,
      }
    },

    ...drillDownHandlers(deps),
  }
}

/** Clocks of processes may differ slightly. */
const notNegative = (seconds: number | null) => seconds && Math.max(0, seconds)

const viewedKinds = (access: Access) => GAP_KINDS.filter((kind) => may(access, gapPermission(kind, 'view')))

/** Null if the identity provider does not report locks or does not respond. */
async function lockedUsers(db: Database, administration: Administration) {
  const users = await usersWithIdentity(db)
  const subs = users.flatMap(({ identity_sub }) => identity_sub ?? [])
  const locked = await administration.lockedAmong(subs).catch(() => null)
  if (locked === null) return null
  return users
    .filter(({ identity_sub }) => identity_sub !== null && locked.has(identity_sub))
    .map(({ id, name }) => ({ id, name }))
}
