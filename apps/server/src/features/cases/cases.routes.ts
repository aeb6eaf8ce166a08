import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { startExport } from '../../files/tracked/start-export.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { confirmImport } from '../lookup-tables/files/confirm-import.ts'
import { importTemplate } from '../lookup-tables/files/import-template.ts'
import { listNotices, markNoticesRead } from './case-notes.store.ts'
import { caseOpeningHandlers } from './case-openings.ts'
import { findAssignees, findReaders } from './case-people.ts'
import { caseStepHandlers } from './case-steps.ts'
import { type CasesDeps, getVisibleCase, readCase, scopeOf } from './case-values.ts'
import { caseWriteHandlers } from './case-writes.ts'
import { casesSource, countCases, toCaseRow } from './cases.store.ts'

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
