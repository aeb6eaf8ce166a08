import { isPermission } from '@backoffice/contract/access'
import type { Takers } from '@backoffice/contract/endpoints/approvals'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { plural } from '../../kit/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import css from './approval-access.module.css'
import { FirstRows } from './first-rows.tsx'

/** Users who gain by the request without being named in it: those who may then take a role in an emergency. */
export function TakersSection({ takers }: { takers: readonly Takers[] }) {
  return (
    <section className={css.section}>
      <h3>Who else gains</h3>
      {takers.length === 0 && <p className={css.quiet}>No other user.</p>}
      {takers.map((each) => (
        <TakersOfRole key={`${each.role} ${each.taker_role} ${each.permissions.join()}`} takers={each} />
      ))}
    </section>
  )
}

function TakersOfRole({ takers }: { takers: Takers }) {
  const { role, taker_role, permissions, user_count, users } = takers
  const unnamed = user_count - users.length
  return (
    <div className={css.takers}>
      <p>
        <strong>
          {user_count === 0
            ? `Users with the role ${taker_role}`
            : `${plural(user_count, 'user')} with the role ${taker_role}`}
        </strong>{' '}
        may take <strong>{role}</strong> at once in an emergency, without approval.
      </p>
      <p>
        <span className={css.risk}>High risk</span> {permissions.map(labelOf).join(', ')}
      </p>
      {users.length > 0 && (
        <FirstRows total={users.length} noun="user">
          {users.map(({ name, email }) => (
            <li key={email}>
              {name} <span className={css.email}>{email}</span>
            </li>
          ))}
        </FirstRows>
      )}
      {unnamed > 0 && (
        <p className={css.quiet}>
          The first {users.length} by name. {plural(unnamed, 'more user')}: the page of the role lists them.
        </p>
      )}
    </div>
  )
}

const labelOf = (name: string) => (isPermission(name) ? capitalised(PERMISSION_LABELS[name]) : name)
