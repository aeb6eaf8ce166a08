import { CASE_KIND_LABELS, CASE_RESOLUTION_LABELS } from '@backoffice/contract/case-values'
import type { CaseRow } from '@backoffice/contract/cases'
import { casesList } from '@backoffice/contract/lists/cases'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import { ageTone, dueText } from './case-words.ts'
import css from './cases.module.css'
import { CASES } from './start/case-queries.ts'
import { CaseStatusBadge } from './start/case-status-badge.tsx'

const time = (at: string | null) =>
  at === null ? <EmptyValue /> : <time dateTime={at}>{formatDateTime(at)}</time>

export const CASES_LIST: List<CaseRow, typeof casesList> = {
  declaration: casesList,
  noun: 'case',
  idOf: ({ case_no }) => case_no,
  nameOf: ({ case_no }) => case_no,
  open: ({ case_no }) => recordLink(CASES, case_no),
  columns: [
    {
      field: 'case_no',
      always: true,
      inNarrowList: true,
      variant: 'code',
      cell: ({ case_no }) => <span className={css.caseNo}>{case_no}</span>,
    },
    { field: 'kind', under: 'case_no', card: 'title', cell: ({ kind }) => CASE_KIND_LABELS[kind] },
    { field: 'card', inNarrowList: true, variant: 'code', cell: ({ card }) => <CardNumber masked={card} /> },
    {
      field: 'points_expected',
      inNarrowList: true,
      variant: 'numeric',
      cell: ({ points_expected }) => (
        <>
          {hundredths(points_expected)}
          <InCard> points</InCard>
        </>
      ),
    },
    {
      field: 'oldest_business_date',
      inNarrowList: true,
      cell: ({ age_working_days: age }) =>
        age === null ? (
          <EmptyValue />
        ) : (
          <span className={css.toned} data-tone={ageTone(age)}>
            {plural(age, 'working day')}
          </span>
        ),
    },
    {
      field: 'due_on',
      under: 'oldest_business_date',
      cell: ({ due_on, is_overdue }) => (
        <span className={css.toned} data-tone={is_overdue ? 'bad' : undefined}>
          <InCard>Due </InCard>
          {dueText(due_on)}
        </span>
      ),
    },
    {
      field: 'assignee',
      under: 'status',
      card: 'foot',
      cell: ({ assignee }) => assignee?.name ?? <Unassigned />,
    },
    {
      field: 'status',
      inNarrowList: true,
      card: 'badge',
      cell: ({ status }) => <CaseStatusBadge status={status} />,
    },
    { field: 'ticket_no', under: 'card', variant: 'code', card: 'foot', cell: ({ ticket_no }) => ticket_no },
    { field: 'opened_by', hidden: true, card: 'none', cell: ({ opened_by }) => opened_by.name },
    {
      field: 'opened_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ opened_at }) => time(opened_at),
    },
    { field: 'sent_at', hidden: true, variant: 'second', card: 'none', cell: ({ sent_at }) => time(sent_at) },
    {
      field: 'resolution',
      hidden: true,
      card: 'none',
      cell: ({ resolution }) => (resolution ? CASE_RESOLUTION_LABELS[resolution] : <EmptyValue />),
    },
    {
      field: 'resolved_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ resolved_at }) => time(resolved_at),
    },
  ],
}

/** A dash in a column of names; the word where no heading stands above it. */
function Unassigned() {
  return (
    <>
      <span className={css.dash}>—</span>
      <InCard>Unassigned</InCard>
    </>
  )
}
