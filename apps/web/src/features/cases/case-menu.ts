import { type CaseRow, isOpenCase } from '@backoffice/contract/cases'
import { useNavigate } from '@tanstack/react-router'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { MARK_SENT } from './bulk-steps.ts'
import type { CaseSteps } from './case-steps.tsx'
import { CASES } from './start/case-queries.ts'

/** Row menu of the list of cases: the steps that the state of the case allows. */
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
