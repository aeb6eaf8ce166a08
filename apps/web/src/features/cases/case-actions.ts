import { type CaseView, isOpenCase } from '@backoffice/contract/case-values'
import type { CaseRow } from '@backoffice/contract/cases'
import { useNavigate } from '@tanstack/react-router'
import type { BulkAction, BulkActions } from '../../kit/list/bulk-bar.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { CaseSteps } from './case-steps.tsx'
import { CASES } from './start/case-queries.ts'

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

/** Row menu of the list of cases, with the steps that the state of the case allows. */
export function useCaseMenu(steps: CaseSteps) {
  const user = useUser()
  const navigate = useNavigate()
  return (row: CaseRow): readonly MenuItem[] => {
    const { case_no, status } = row
    const open: MenuItem = {
      label: 'Open',
      keys: 'Enter',
      onSelect: () => void navigate(recordLink(CASES, case_no)),
    }
    const history: MenuItem = {
      label: 'History',
      onSelect: () => void navigate(recordLink(CASES, case_no, 'history')),
    }
    if (!isOpenCase(status))
      return [
        open,
        history,
        ...gatedItem(user, 'case:resolve', {
          label: 'Reopen…',
          isApart: true,
          onSelect: () => steps.reopen([row]),
        }),
      ]
    return [
      open,
      history,
      ...gatedItem(user, 'case:assign', {
        label: 'Assign',
        isApart: true,
        onSelect: () => steps.assign([row]),
      }),
      ...(status === 'OPEN'
        ? gatedItem(user, MARK_SENT, { label: 'Mark as sent', onSelect: () => steps.markSent([row]) })
        : []),
      ...gatedItem(user, 'case:resolve', { label: 'Resolve…', onSelect: () => steps.resolve([row]) }),
      ...gatedItem(user, 'case:resolve', {
        label: 'Reject…',
        isDangerous: true,
        onSelect: () => steps.reject([row]),
      }),
    ]
  }
}
