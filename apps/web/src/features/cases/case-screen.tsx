import { may } from '@backoffice/contract/access'
import { CASE_KIND_LABELS, canCaseTransition, isOpenCase } from '@backoffice/contract/case-values'
import type { CaseDetail } from '@backoffice/contract/cases'
import { labelOfState } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { day } from '../../kit/format/format-time.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane, useNeighbours } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useHistoryCount } from '../../kit/record/record-queries.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MARK_SENT } from './case-actions.ts'
import { useCaseSteps } from './case-steps.tsx'
import { fieldLabel, fieldText } from './case-words.ts'
import { caseQuery, shownCaseNumbers } from './cases-queries.ts'
import { DetailsTab } from './details-tab.tsx'
import { EditCase } from './edit-case.tsx'
import { NoteBox, NotesTab } from './notes-tab.tsx'
import { CASES } from './start/case-queries.ts'
import { CaseStatusBadge } from './start/case-status-badge.tsx'
import { TransactionsTab } from './transactions-tab.tsx'

type Props = {
  /** Case number or id. */
  id: string
  /** `edit`, or the tab to show first. */
  tab: string | undefined
}

const TABS = ['details', 'transactions', 'notes', 'history'] as const
const back = listLink(CASES)

/** A case next to the list, with details, purchases, notes and history. */
export function CaseScreen({ id, tab }: Props) {
  const query = useQuery(caseQuery(id))
  const found = query.data
  const mayUpdate = may(useUser(), 'case:update')
  // If the permission is revoked while the form is open, the form stays.
  const [editedId, setEditedId] = useState<string>()
  const isEditable = found !== undefined && isOpenCase(found.status)
  const isEdited = tab === 'edit' && ((mayUpdate && isEditable) || editedId === id)
  if (isEdited && editedId !== id) setEditedId(id)
  useEffect(() => setLastRow(id), [id])
  const { previous, next } = useNeighbours(shownCaseNumbers, id)
  const link = (to: string | undefined) => (to === undefined ? undefined : recordLink(CASES, to))
  return (
    <RecordPane
      heading={found ? `${found.case_no} ${labelOfState(CASE_KIND_LABELS, found.kind)}` : 'A case'}
      title={found?.case_no ?? 'A case'}
      badge={found && <CaseStatusBadge status={found.status} />}
      subtitle={found && `Opened by ${found.opened_by.name} on ${day(found.opened_at)}`}
      isMissing={isGone(query)}
      back={back}
      escapeTo={isEdited ? link(found?.case_no) : undefined}
      neighbours={{ previous: link(previous), next: link(next) }}
      steps={found && !isEdited && <CaseActions key={id} found={found} />}
    >
      <RecordContent query={query} noun="case" title="Cases" back={back}>
        {(read) =>
          isEdited ? (
            <EditCase key={id} found={read} />
          ) : (
            <CaseTabs key={id} found={read} tab={tab} isStale={query.isError} />
          )
        }
      </RecordContent>
    </RecordPane>
  )
}

type TabsProps = {
  found: CaseDetail
  tab: string | undefined
  /** The last reading of the purchases failed. */
  isStale: boolean
}

function CaseTabs({ found, tab, isStale }: TabsProps) {
  const events = useHistoryCount('case', found.id)
  const [shown, setShown] = useState<{ id: (typeof TABS)[number] | undefined; times: number }>({
    id: TABS.find((each) => each === tab),
    times: 0,
  })
  const showNotes = () => setShown(({ times }) => ({ id: 'notes', times: times + 1 }))
  return (
    <>
      <Tabs
        // Shows another tab on a press in this one.
        key={shown.times}
        label="Parts of this case"
        initial={shown.id}
        tabs={[
          {
            id: 'details',
            label: 'Details',
            panel: () => <DetailsTab found={found} isStale={isStale} onNotes={showNotes} />,
          },
          {
            id: 'transactions',
            label: 'Transactions',
            count: String(found.purchases.length),
            takesFocus: true,
            panel: () => <TransactionsTab found={found} isStale={isStale} />,
          },
          {
            id: 'notes',
            label: 'Notes',
            count: String(found.notes.length),
            takesFocus: true,
            panel: () => <NotesTab notes={found.notes} />,
          },
          {
            id: 'history',
            label: 'History',
            count: events,
            takesFocus: true,
            panel: () => <HistoryTab resource="case" id={found.id} labelOf={fieldLabel} shown={fieldText} />,
          },
        ]}
      />
      <NoteBox key={found.id} found={found} />
    </>
  )
}

/** Steps that the state of the case allows; the usual next one is the primary button. */
function CaseActions({ found }: { found: CaseDetail }) {
  const { dialog, isPending, ...steps } = useCaseSteps()
  const { status } = found
  if (canCaseTransition(status, 'reopen'))
    return (
      <>
        <PermissionGate permission="case:resolve">
          <Button busy={isPending} onClick={() => steps.reopen([found])}>
            Reopen…
          </Button>
        </PermissionGate>
        {dialog}
      </>
    )
  // The state is from a newer release.
  if (!isOpenCase(status)) return null
  return (
    <>
      <PermissionGate permission="case:assign">
        <Button busy={isPending} onClick={() => steps.assign([found])}>
          Assign
        </Button>
      </PermissionGate>
      <PermissionGate permission="case:resolve">
        <Button variant="danger" busy={isPending} onClick={() => steps.reject([found])}>
          Reject…
        </Button>
      </PermissionGate>
      <PermissionGate permission="case:resolve">
        <Button
          variant={status === 'SENT' ? 'primary' : 'plain'}
          busy={isPending}
          onClick={() => steps.resolve([found])}
        >
          Resolve…
        </Button>
      </PermissionGate>
      {status === 'OPEN' && (
        <PermissionGate permission={MARK_SENT}>
          <Button variant="primary" busy={isPending} onClick={() => steps.markSent([found])}>
            Mark as sent
          </Button>
        </PermissionGate>
      )}
      {dialog}
    </>
  )
}
