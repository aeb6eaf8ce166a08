import type { AuditRow } from '@backoffice/contract/audit'
import { SCREENS } from '@backoffice/contract/screens'
import { TABLES } from '@backoffice/contract/tables/tables'
import { Link, type LinkProps } from '@tanstack/react-router'
import { RequestId } from '../../kit/feedback/error-view.tsx'
import { formatExactTime } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { EmptyValue, Facts } from '../../ui/card.tsx'
import { eventReason } from '../access/event-text.ts'
import css from './audit.module.css'
import { recordName } from './audit-list.tsx'
import { allowedByText, fieldLabel, valueText, writtenRecords } from './audit-words.ts'

type Props = {
  event: AuditRow
  onHistory: (event: AuditRow) => void
  onRecords: (event: AuditRow) => void
}

/** Changes of an event by field, with links to its record. */
export function AuditDetail({ event, onHistory, onRecords }: Props) {
  const { at, actor, approved_by, record, changes, resource, request_id: request, reason, count } = event
  const { client_request_id: clientRequest, client } = event
  const allowedBy = allowedByText(event)
  const records = writtenRecords(event)
  const link = recordLinkOf(event)
  const fields = Object.entries(changes)
  return (
    <div className={css.detail}>
      {fields.length > 0 && (
        <table className={css.changes}>
          <caption className="visually-hidden">Changed fields</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col" className={css.after}>
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(([name, [before, after]]) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(resource, name)}</th>
                <td className={css.before}>
                  <Value text={valueText(name, before)} />
                </td>
                <td className={css.after}>
                  <Value text={valueText(name, after)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.facts}>
        <Facts
          items={[
            ['Time', formatExactTime(at)],
            ['Who', actor.name],
            ...(approved_by ? [['Approved by', approved_by.name] as const] : []),
            ...(allowedBy ? [['Allowed by', allowedBy] as const] : []),
            ...(client?.address ? [['Address', <code key="address">{client.address}</code>] as const] : []),
            ...(client?.device ? [['Device', client.device] as const] : []),
            ...(reason ? [['Reason', eventReason(event)] as const] : []),
            ...(count > 1 ? [['Times', String(count)] as const] : []),
            ...(record ? [['Record', <code key="id">{record.id}</code>] as const] : []),
            ...(clientRequest
              ? [['Client request', <code key="client-request">{clientRequest}</code>] as const]
              : []),
          ]}
        />
        {request && <RequestId id={request} />}
        {record && (
          <p className={css.links}>
            {link && <Link {...link}>Open {recordName(event)}</Link>}
            <button type="button" onClick={() => onHistory(event)}>
              Full history
            </button>
            {records && (
              <button type="button" onClick={() => onRecords(event)}>
                Show {records}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function Value({ text }: { text: string }) {
  return text === '' ? <EmptyValue /> : text
}

/** Paths of record screens, by resource. */
const PATHS: Readonly<Record<string, string>> = {
  user: '/users/users_list',
  'sign-in': '/users/users_list',
  role: '/users/users_roles',
  policy: '/users/users_policies',
  file: '/files',
  review: '/reviews',
  ...Object.fromEntries(TABLES.map(({ resource, path }) => [resource, path])),
}
const OPEN = new Set<string>(SCREENS.map(({ path }) => path.replace(/\/\{\w+\}$/, '/')))

/** Link to the record of an event; undefined if it has no screen, or no name because it is deleted. */
function recordLinkOf({ resource, record }: Pick<AuditRow, 'resource' | 'record'>): LinkProps | undefined {
  const path = PATHS[resource]
  if (!record?.label || !path || !OPEN.has(`${path}/`)) return undefined
  return linkTo(`${path}/${record.id}`)
}
