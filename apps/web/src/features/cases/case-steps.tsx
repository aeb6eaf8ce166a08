import type { CaseResolution } from '@backoffice/contract/case-values'
import { type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import type { Reply } from '@backoffice/contract/endpoint'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { type BulkOutcome, outcomesOf, refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { call } from '../../net/call.ts'
import { saveFile, type WholeNumbersReason } from '../files/tracked/download.ts'
import type { Person } from './case-fields.tsx'
import { areSent, describeCases } from './case-words.ts'
import { storeCaseRow } from './cases-queries.ts'
import { refreshCases } from './start/case-queries.ts'

export type Step =
  | { step: 'send' }
  | { step: 'post'; wholeNumbers?: WholeNumbersReason | undefined }
  | { step: 'assign'; assignee: Person | null }
  | { step: 'resolve'; resolution: CaseResolution; reason: string }
  | { step: 'reject' | 'reopen'; reason: string }

type Rows = readonly CaseRow[]
type Change = Step & { rows: Rows }
type Result = BulkOutcome<CaseRow> & {
  change: Change
  /** The CSV for the posting team. `cases` is the number of cases in it. */
  file?: { file_name: string; csv: string; cases: number }
}

export type CaseSteps = {
  markSent: (rows: Rows) => void
  /** These open a dialog. */
  sendToPosting: (rows: Rows) => void
  assign: (rows: Rows) => void
  resolve: (rows: Rows) => void
  reject: (rows: Rows) => void
  reopen: (rows: Rows) => void
  isPending: boolean
  dialog: ReactNode
}

const loadStep = async () => (await import('./step-dialog.tsx')).StepDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Steps of one or several cases, with their dialogs. `onDone` is called if no case was refused. */
export function useCaseSteps({ onDone = () => undefined }: { onDone?: () => void } = {}): CaseSteps {
  const [asked, setAsked] = useState<{ step: Exclude<Step['step'], 'send'>; rows: Rows }>()
  const [refused, setRefused] = useState<Result>()
  const change = useWrite({
    run: takeStep,
    successText,
    store({ written, file }) {
      written.forEach(storeCaseRow)
      if (file) saveFile(file)
    },
    refresh: refreshCases,
    close: (result) => {
      if (result.refusals.length === 0) return onDone()
      setRefused(result)
    },
    refusalText: (result) =>
      result.refusals.length > 0 ? refusedTitle(result, 'case', DONE[result.change.step]) : undefined,
  })
  const StepDialog = useLazyDialog(loadStep, asked !== undefined, () => setAsked(undefined))
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
  return {
    markSent: (rows) => change.run({ step: 'send', rows }),
    sendToPosting: (rows) => setAsked({ step: 'post', rows }),
    assign: (rows) => setAsked({ step: 'assign', rows }),
    resolve: (rows) => setAsked({ step: 'resolve', rows }),
    reject: (rows) => setAsked({ step: 'reject', rows }),
    reopen: (rows) => setAsked({ step: 'reopen', rows }),
    isPending: change.isPending,
    dialog: (
      <>
        {asked && StepDialog && (
          <StepDialog
            {...asked}
            onStep={(step) => change.send({ ...step, rows: asked.rows })}
            onClose={() => setAsked(undefined)}
          />
        )}
        {refused && OutcomesDialog && (
          <OutcomesDialog
            title={refusedTitle(refused, 'case', DONE[refused.change.step])}
            refusals={refused.refusals}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}

const DONE = {
  send: 'marked as sent',
  post: 'sent to posting',
  assign: 'assigned',
  resolve: 'resolved',
  reject: 'rejected',
  reopen: 'reopened',
} as const satisfies Record<Step['step'], string>

function successText({ change, written, refusals, file }: Result): string | undefined {
  if (change.step === 'post' && file) return `${plural(file.cases, 'case')} saved for posting`
  if (written.length === 0) return refusals.length > 0 ? undefined : 'Nothing to change'
  const words = describeCases(written)
  if (change.step !== 'assign') return `${words} ${DONE[change.step]}`
  return change.assignee ? `${words} assigned to ${change.assignee.name}` : `${words} unassigned`
}

/** Throws if the server refuses a single case. */
async function takeStep(change: Change): Promise<Result> {
  const items = change.rows.map(({ id, version }) => ({ id, version }))
  const reply = await send(change, items)
  const hasLines = 'csv' in reply && reply.cases > 0
  return {
    change,
    ...(hasLines && { file: { file_name: reply.file_name, csv: reply.csv, cases: reply.cases } }),
    ...outcomesOf(change.rows, reply.items, ({ case_no }) => case_no),
  }
}

type Items = { id: string; version: number }[]

type StepReply = Reply<typeof caseEndpoints.resolve> | Reply<typeof caseEndpoints.send>

function send(change: Change, items: Items): Promise<StepReply> {
  switch (change.step) {
    case 'post': {
      const { rows, wholeNumbers } = change
      const body = { items, again: areSent(rows), ...(wholeNumbers && { whole_numbers: wholeNumbers }) }
      return call(caseEndpoints.send, { body })
    }
    case 'send':
      return call(caseEndpoints.markSent, { body: { items } })
    case 'assign':
      return call(caseEndpoints.assign, { body: { items, assignee_id: change.assignee?.id ?? null } })
    case 'resolve': {
      const { resolution, reason } = change
      return call(caseEndpoints.resolve, { body: { items, resolution, ...(reason && { reason }) } })
    }
    case 'reject':
    case 'reopen':
      return call(caseEndpoints[change.step], { body: { items, reason: change.reason } })
  }
}
