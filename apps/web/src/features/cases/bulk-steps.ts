import type { CaseRow, CaseView } from '@backoffice/contract/cases'
import type { BulkAction, BulkActions } from '../../kit/list/bulk-bar.tsx'
import type { CaseSteps } from './case-steps.tsx'

/** Sending is an export of cases and changes them. */
export const MARK_SENT = ['case:export', 'case:update'] as const

/** Steps of the selected cases, which are all open or all closed in a view. */
export function bulkStepsOf(view: CaseView, steps: CaseSteps): BulkActions<CaseRow> {
  const { isPending } = steps
  const resolving = { permission: 'case:resolve', isPending } as const
  const reopen: BulkAction<CaseRow> = { ...resolving, label: 'Reopen…', run: steps.reopen }
  if (view === 'CLOSED') return [reopen]
  return [
    { label: 'Send to posting', permission: MARK_SENT, isPending, run: steps.sendToPosting },
    { label: 'Assign', permission: 'case:assign', isPending, run: steps.assign },
    { ...resolving, label: 'Resolve…', run: steps.resolve },
    { ...resolving, label: 'Reject…', isDangerous: true, run: steps.reject },
  ]
}
