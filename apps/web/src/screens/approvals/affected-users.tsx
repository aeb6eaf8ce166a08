import { may } from '@backoffice/contract/access'
import type { AffectedUser, Approval } from '@backoffice/contract/endpoints/approvals'
import { Link } from '@tanstack/react-router'
import { userLink } from '../../access/user-links.tsx'
import { plural } from '../../kit/format-number.ts'
import { useUser } from '../../session/store.ts'
import css from './approval-access.module.css'
import { accessEndText } from './approval-words.ts'

const FIRST = 5

/** The users whose access changes: who they are, and which role or policies they get. */
export function AffectedUsers({ found }: { found: Approval }) {
  const { users, users_total } = found
  if (users_total === 0) return null
  const rest = users.slice(FIRST)
  const unnamed = users_total - users.length
  return (
    <section className={css.section}>
      <h3>Who {users_total > 1 && <span className={css.quiet}>{plural(users_total, 'user')}</span>}</h3>
      <ul className={css.users}>
        {users.slice(0, FIRST).map((user) => (
          <User key={user.key} user={user} found={found} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={css.more}>
          <summary>and {plural(users_total - FIRST, 'more user')}</summary>
          <ul className={css.users}>
            {rest.map((user) => (
              <User key={user.key} user={user} found={found} />
            ))}
          </ul>
          {unnamed > 0 && <p className={css.quiet}>and {plural(unnamed, 'other')}</p>}
        </details>
      )}
      <dl className={css.facts}>
        <div>
          <dt>Until</dt>
          <dd>{accessEndText(found.requested_access)}</dd>
        </div>
      </dl>
    </section>
  )
}

function User({ user, found }: { user: AffectedUser; found: Approval }) {
  const { id, name, email, contact, department } = user
  const mayView = may(useUser(), 'user:view')
  const isNew = id === null || user.role_before === null
  return (
    <li>
      <p className={css.name}>
        <strong>{id !== null && mayView ? <Link {...userLink(id)}>{name}</Link> : name}</strong>{' '}
        {isNew && found.status === 'PENDING' && <span className={css.quiet}>new user</span>}{' '}
        <span className={css.email}>{email}</span>
      </p>
      {(contact || department) && (
        <p className={css.quiet}>{[contact, department].filter(Boolean).join(' · ')}</p>
      )}
      <dl className={css.facts}>
        {factsOf(user, found).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Role and policies in words, the change first. */
function factsOf(user: AffectedUser, { requested_access: access }: Approval): [string, string][] {
  const { role, role_before, policies, policies_before } = user
  const added = policies.filter((name) => !policies_before.includes(name))
  const removed = policies_before.filter((name) => !policies.includes(name))
  if (access?.type === 'role') return [['Role', `${access.name}, in place of ${role ?? 'none'}`]]
  if (access) {
    return [
      ['Policy', access.name],
      ['Role', `${role ?? 'None'} (stays)`],
    ]
  }
  const isOtherRole = role_before !== null && role_before !== role
  return [
    ['Role', isOtherRole ? `${role ?? 'None'}, in place of ${role_before}` : (role ?? 'None')],
    ...(added.length > 0 ? ([['Gets extra', plain(added)]] as [string, string][]) : []),
    ...(removed.length > 0 ? ([['Loses extra', plain(removed)]] as [string, string][]) : []),
  ]
}

const plain = (names: readonly string[]) =>
  `${names.length === 1 ? 'policy' : 'policies'} ${names.join(', ')}`
