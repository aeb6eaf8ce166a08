import type { ApprovalRow } from '@backoffice/contract/approvals'
import { approvalsList } from '@backoffice/contract/lists/approvals'
import { formatDateTime } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { endText, impactText, statusBadge } from './approval-words.ts'
import css from './approvals.module.css'
import { APPROVALS } from './requests/approval-queries.ts'

const time = (at: string | null) =>
  at === null ? <EmptyValue /> : <time dateTime={at}>{formatDateTime(at)}</time>

export const APPROVALS_LIST: List<ApprovalRow, typeof approvalsList> = {
  declaration: approvalsList,
  noun: 'request',
  idOf: ({ id }) => id,
  nameOf: ({ what }) => what,
  open: ({ id }) => recordLink(APPROVALS, id),
  columns: [
    {
      field: 'what',
      always: true,
      inNarrowList: true,
      card: 'title',
      cell: ({ what }) => <span className={css.what}>{what}</span>,
    },
    {
      field: 'requested_by',
      under: 'what',
      cell: ({ requested_by, requested_at }) => `${requested_by.name} · ${formatDateTime(requested_at)}`,
    },
    {
      field: 'kind',
      heading: 'Impact',
      inNarrowList: true,
      cell: (row) => (
        <span className={css.impact}>
          {impactText(row)}
          {row.is_high_risk && <span className={css.risk}>High risk</span>}
        </span>
      ),
    },
    {
      field: 'status',
      inNarrowList: true,
      card: 'badge',
      cell: (row) => {
        const { tone, text } = statusBadge(row)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    { field: 'expires_at', under: 'status', card: 'foot', cell: endText },
    {
      field: 'ticket_no',
      variant: 'code',
      card: 'foot',
      cell: ({ ticket_no }) => ticket_no ?? <EmptyValue />,
    },
    {
      field: 'requested_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ requested_at }) => time(requested_at),
    },
    {
      field: 'decided_by',
      hidden: true,
      card: 'none',
      cell: ({ decided_by }) => decided_by?.name ?? <EmptyValue />,
    },
    {
      field: 'decided_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ decided_at }) => time(decided_at),
    },
  ],
}
