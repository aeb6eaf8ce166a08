import type { AuditRow } from '@backoffice/contract/audit'
import { AUDIT_OUTCOMES, auditList } from '@backoffice/contract/lists/audit'
import { dayCaption, formatSeconds } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import css from './audit.module.css'
import { aboutText, allowedByText, nounOf, verbOf } from './audit-words.ts'

const TONES = { done: undefined, refused: 'bad', stale: 'warn' } as const

/** Name of the record, or the first characters of its id. */
export function recordName({ record }: AuditRow): string | undefined {
  return record ? (record.label ?? record.id.slice(0, 8)) : undefined
}

export const AUDIT_LIST: List<AuditRow, typeof auditList> = {
  declaration: auditList,
  noun: 'event',
  idOf: ({ id }) => id,
  nameOf: (event) =>
    [formatSeconds(event.at), event.actor.name, verbOf(event), nounOf(event), recordName(event)]
      .filter(Boolean)
      .join(' '),
  groupOf: ({ at }) => dayCaption(at),
  markOf: ({ outcome }) => TONES[outcome],
  columns: [
    {
      field: 'at',
      always: true,
      cell: ({ at }) => <time dateTime={at}>{formatSeconds(at)}</time>,
    },
    { field: 'actor', cell: ({ actor }) => actor.name },
    {
      field: 'action',
      card: 'title',
      cell: (event) => (
        <>
          {verbOf(event)} <span className={css.noun}>{nounOf(event)}</span>
        </>
      ),
    },
    {
      field: 'record',
      cell: (event) => {
        const name = recordName(event)
        if (name === undefined) return <EmptyValue />
        return <span className={event.record?.label ? css.name : css.code}>{name}</span>
      },
    },
    {
      field: 'about',
      label: 'Details',
      variant: 'second',
      cell: (event) => {
        const isUnusual = event.outcome !== 'done'
        const about = aboutText(event)
        return (
          <span className={css.about}>
            {isUnusual && <Badge tone={TONES[event.outcome]}>{AUDIT_OUTCOMES[event.outcome]}</Badge>}
            {about ? <span className={css.words}>{about}</span> : !isUnusual && <EmptyValue />}
          </span>
        )
      },
    },
    {
      field: 'request_id',
      variant: 'code',
      card: 'none',
      cell: ({ request_id: id }) =>
        id ? <span className={css.request}>{id.slice(0, 8)}</span> : <EmptyValue />,
    },
    {
      field: 'client_address',
      hidden: true,
      variant: 'code',
      cell: ({ client }) => client?.address ?? <EmptyValue />,
    },
    { field: 'device', hidden: true, cell: ({ client }) => client?.device ?? <EmptyValue /> },
    { field: 'allowed_by', hidden: true, cell: (event) => allowedByText(event) ?? <EmptyValue /> },
  ],
}
