import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { MAX_PURCHASES } from '@backoffice/contract/case-values'
import { startExport } from '../../files/tracked/file-jobs.ts'
import { changesOf } from '../../kernel/audit.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { confirmImport } from '../lookup-tables/files/confirm-import.ts'
import { importTemplate } from '../lookup-tables/files/import-template.ts'
import { insertNote, insertNotices, listNotices, markNoticesRead } from './case-notes.store.ts'
import {
  addPurchases,
  caseAfter,
  caseOpeningHandlers,
  describePurchase,
  readPurchases,
  requireCard,
  requireDue,
  tooManyPurchases,
} from './case-openings.ts'
import { findAssignees, findReaders, requireReaders } from './case-people.ts'
import { deletePurchase, refreshTotals } from './case-purchases.store.ts'
import { caseStepHandlers } from './case-steps.ts'
import {
  type CasesDeps,
  getVisibleCase,
  lockVersion,
  noSuchCase,
  readCase,
  requireNote,
  requireOpen,
  requireTicket,
  scopeOf,
} from './case-values.ts'
import { casesSource, countCases, lockCase, toCaseRow, updateCase } from './cases.store.ts'
import { lockFollowing } from './followed-purchases.store.ts'

export function casesHandlers(deps: CasesDeps): Handlers<(typeof api)['cases']> {
  const { db, ledger, clock } = deps
  return {
    list: async ({ body }, { caller }) => {
      const { rows, ...page } = await listRows(db, casesSource(db, scopeOf(caller, clock.now())), body)
      return { items: rows.map(toCaseRow), ...page }
    },

    counts: async (_received, { caller }) => countCases(db, scopeOf(caller, clock.now())),

    export: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'case:view-all') ? null : caller.id
      return startExport(deps, { category: 'CASES', name: 'cases', query: body, caller, owner })
    },

    get: async ({ params }, { caller }) => {
      const now = clock.now()
      return readCase(db, ledger.db, await getVisibleCase(db, params.id, caller, now), caller, now)
    },

    people: async ({ query: { q = '', case_id } }, { caller }) => {
      const search = { text: q, viewer: caller.id }
      if (case_id === undefined) return { items: await findAssignees(db, search) }
      return { items: await findReaders(db, await getVisibleCase(db, case_id, caller, clock.now()), search) }
    },

    notices: async (_received, { caller }) => ({ items: await listNotices(db, caller.id) }),

    readNotices:
      async ({ body: { up_to } }, { caller }) =>
      async (tx) => ({
        resource: { read: await markNoticesRead(tx, caller.id, up_to, clock.now()) },
        unchanged: true,
      }),

    ...caseOpeningHandlers(deps),
    import: ({ body }, call) => confirmImport(deps, CASE_REPLIES, body, call),

    template: () => importTemplate(CASE_REPLIES, exampleReply(manilaDay(clock.now()))),

    ...caseWriteHandlers(deps),
    ...caseStepHandlers(deps),
  }
}

const exampleReply = (today: string) => ({
  case_no: 'C-000001',
  result: 'POSTED',
  posted_on: today,
  remark: 'Points posted with the next statement',
})

type CaseWrites = Pick<
  Handlers<(typeof api)['cases']>,
  'update' | 'addPurchases' | 'removePurchase' | 'addNote'
>

/** Changes of one case. */
function caseWriteHandlers({ ledger, clock }: CasesDeps): CaseWrites {
  return {
    update: async ({ params, body }, { caller }) => {
      const { version, ...values } = body
      const ticket_no = values.ticket_no === undefined ? undefined : requireTicket(values.ticket_no)
      return async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, version, scope)
        requireOpen(found)
        if (values.due_on !== undefined && values.due_on !== found.due_on)
          requireDue(values.due_on, scope.today)
        const next = { ...found, ...values, ...(ticket_no !== undefined && { ticket_no }) }
        const changes = changesOf(found, next, ['kind', 'ticket_no', 'due_on'])
        if (Object.keys(changes).length === 0)
          return { resource: await caseAfter(tx, ledger, found.id, caller, now), unchanged: true }
        const { kind, due_on } = next
        await updateCase(tx, found.id, { kind, due_on, ticket_no: next.ticket_no }, now)
        return { resource: await caseAfter(tx, ledger, found.id, caller, now), audit: [{ changes }] }
      }
    },

    addPurchases:
      async ({ params, body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, body.version, scope)
        requireOpen(found)
        await lockFollowing(tx)
        const card = await requireCard(ledger.during(tx), found.card_id)
        const purchases = await readPurchases(tx, ledger.during(tx), card, body, scope.today)
        if (purchases.length === 0) throw invalidField('transaction_ids', 'E001', 'Choose a purchase to add.')
        if (found.purchases + purchases.length > MAX_PURCHASES) throw tooManyPurchases()
        await addPurchases(tx, found.id, card, purchases, caller)
        await updateCase(tx, found.id, {}, now)
        const changes = { purchases: [null, purchases.map(describePurchase)] as const }
        return { resource: await caseAfter(tx, ledger, found.id, caller, now), audit: [{ changes }] }
      },

    removePurchase:
      async ({ params, body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, body.version, scope)
        requireOpen(found)
        const { purchases } = await readCase(tx, ledger.during(tx), found, caller, now)
        const removed = purchases.find(({ no }) => no === body.no)
        if (!removed || !(await deletePurchase(tx, found.id, body.no)))
          throw invalidField('no', 'not_found', 'This purchase is not in the case.')
        await refreshTotals(tx, found.id)
        await updateCase(tx, found.id, {}, now)
        const changes = { purchases: [[describePurchase(removed)], null] as const }
        return { resource: await caseAfter(tx, ledger, found.id, caller, now), audit: [{ changes }] }
      },

    addNote: async ({ params, body }, { caller }) => {
      const text = requireNote(body.text)
      return async (tx) => {
        const now = clock.now()
        // Locked, so that the readers stay the same until the note is written.
        const found = await lockCase(tx, params.id, scopeOf(caller, now))
        if (!found) throw noSuchCase()
        const readers = await requireReaders(tx, found, body.mentions ?? [])
        const mentions = readers.map(({ id }) => id)
        await insertNote(tx, { case_id: found.id, at: now, author_id: caller.id, body: text, mentions })
        const { case_no } = toCaseRow(found)
        await insertNotices(
          tx,
          mentions
            .filter((id) => id !== caller.id)
            .map((user_id) => ({
              ...{ user_id, case_id: found.id, at: now },
              text: `${caller.name} mentioned you in ${case_no}.`,
            })),
        )
        const changes = {
          note: [null, text] as const,
          ...(readers.length > 0 && { mentions: [null, readers.map(({ name }) => name)] as const }),
        }
        return { resource: await caseAfter(tx, ledger, found.id, caller, now), audit: [{ changes }] }
      }
    },
  }
}
