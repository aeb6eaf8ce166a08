import { type Approval, type ApprovalRow, approvalEndpoints } from '@backoffice/contract/approvals'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import type { Refusal } from '../../kit/record/outcomes-dialog.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { statusBadge } from './approval-words.ts'
import { APPROVALS, refreshApprovals } from './requests/approval-queries.ts'

type Rows = readonly ApprovalRow[]
type Decision = { rows: Rows; reason?: string | undefined }
type Result = { rows: Rows; decided: ApprovalRow[]; refusals: Refusal[]; isApproval: boolean }

export type Decisions = {
  approve: (rows: Rows) => void
  /** Opens a dialog for the reason. */
  reject: (rows: Rows) => void
  withdraw: (row: ApprovalRow) => void
  /** Ends a request that can’t be applied any more. */
  dismiss: (row: ApprovalRow) => void
  isPending: boolean
  dialog: ReactNode
}

const loadReject = async () => (await import('./reject-dialog.tsx')).RejectDialog
const loadOutcomes = async () => (await import('../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Decisions about one or several requests, with their dialogs. `onDone` is called if no request was refused. */
export function useDecisions({ onDone = () => undefined }: { onDone?: () => void } = {}): Decisions {
  const navigate = useNavigate()
  const open = (id: string) => void navigate(recordLink(APPROVALS, id))
  const [rejected, setRejected] = useState<Rows>()
  const [refused, setRefused] = useState<Result>()
  const decide = useWrite({
    run: ({ rows, reason }: Decision) => send(rows, reason),
    successText,
    refresh: refreshApprovals,
    close: (result) => {
      if (result.refusals.length === 0) return onDone()
      const only = onlyText(result)
      if (only === undefined) setRefused(result)
      else toastFailed(only)
    },
    refusalText: (result) =>
      onlyText(result) ??
      (result.refusals.length > 0 ? refusedTitle(result, 'request', 'applied') : undefined),
  })
  const withdraw = useWrite({
    run: ({ id }: ApprovalRow) => call(approvalEndpoints.withdraw, { body: { id } }),
    successText: ({ what }) => `Withdrawn: ${what}`,
    refresh: refreshApprovals,
  })
  const dismissal = useWrite({
    run: ({ id }: ApprovalRow) => call(approvalEndpoints.dismiss, { body: { items: [{ id }] } }),
    successText: ({ items }) => items[0]?.row && `Dismissed: ${items[0].row.what}`,
    refresh: refreshApprovals,
    close: onDone,
  })
  const RejectDialog = useLazyDialog(loadReject, rejected !== undefined, () => setRejected(undefined))
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
  return {
    approve: (rows) => areOpened(rows, open) && decide.run({ rows }),
    reject: setRejected,
    withdraw: withdraw.run,
    dismiss: dismissal.run,
    isPending: decide.isPending || withdraw.isPending || dismissal.isPending,
    dialog: (
      <>
        {rejected && RejectDialog && (
          <RejectDialog
            rows={rejected}
            onReject={(reason) => decide.send({ rows: rejected, reason })}
            onClose={() => setRejected(undefined)}
          />
        )}
        {refused && OutcomesDialog && (
          <OutcomesDialog
            title={refusedTitle(refused, 'request', 'applied')}
            refusals={refused.refusals}
            done={refused.decided.map(({ what }) => what)}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}

/** True unless a high-risk request has not been opened; then says so, and offers to open the first one. */
function areOpened(rows: Rows, open: (id: string) => void): boolean {
  const unopened = rows.filter(({ id, is_high_risk }) => is_high_risk && openedHash(id) === undefined)
  const [first] = unopened
  if (!first) return true
  const which =
    unopened.length === 1
      ? `Open this high-risk request before you approve it: ${first.what}`
      : `Open these ${unopened.length} high-risk requests before you approve them, first: ${first.what}`
  toastFailed(which, { label: 'Open', run: () => open(first.id) })
  return false
}

/** Throws if the server refuses the only request. */
async function send(rows: Rows, reason: string | undefined): Promise<Result> {
  const items = rows.map(({ id }) => ({ id }))
  const opened = rows.map(({ id }) => {
    const content_hash = openedHash(id)
    return { id, ...(content_hash !== undefined && { content_hash }) }
  })
  const reply =
    reason === undefined
      ? await call(approvalEndpoints.approve, { body: { items: opened } })
      : await call(approvalEndpoints.reject, { body: { items, reason } })
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.what ?? ''
  return {
    rows,
    isApproval: reason === undefined,
    decided: reply.items.flatMap(({ row }) => (row && isApplied(row) ? [row] : [])),
    refusals: reply.items.flatMap(({ id, row, outcome, detail = '' }) => {
      if (outcome === 'refused') return [{ id, name: nameOf(id), reason: detail }]
      // The server ends a request that it can’t apply.
      if (!row || isApplied(row)) return []
      return [
        { id, name: nameOf(id), reason: `${statusBadge(row).text}. ${row.decision_reason ?? ''}`.trim() },
      ]
    }),
  }
}

const isApplied = ({ status }: ApprovalRow) => status === 'EXECUTED' || status === 'REJECTED'

function successText({ decided, isApproval }: Result): string | undefined {
  const [first] = decided
  if (!first) return undefined
  if (decided.length === 1) return `${statusBadge(first).text}: ${first.what}`
  return `${isApproval ? 'Approved' : 'Rejected'}: ${plural(decided.length, 'request')}`
}

/** Message about a single request that could not be applied. */
function onlyText({ rows, refusals: [only] }: Result): string | undefined {
  return only && rows.length === 1 ? `Not applied: ${only.name}. ${only.reason}` : undefined
}

/** Content hashes of the requests that this page has shown whole. A high-risk request is approved with its hash. */
const hashes = new Map<string, string>()

export function markOpened({ id, content_hash }: Pick<Approval, 'id' | 'content_hash'>): void {
  hashes.set(id, content_hash)
}

const openedHash = (id: string) => hashes.get(id)
