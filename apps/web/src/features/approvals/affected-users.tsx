import { may } from '@backoffice/contract/access'
import type { Approval, ShownUser } from '@backoffice/contract/approvals'
import { Link } from '@tanstack/react-router'
import { Children, type ReactNode, useState } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { SimilarUsers } from '../access/similar-names.tsx'
import { userLink } from '../access/user-links.tsx'
import { AccessFacts, timeFacts } from './access-facts.tsx'
import css from './approval-access.module.css'

/** True if the request changes the users’ own role or policies, not a role or policy that they have. */
export const hasOwnChange = (user: ShownUser) => {
  const { added, removed } = policiesOf(user)
  return user.role !== user.role_before || added.length + removed.length > 0
}

type UserProps = { user: ShownUser; found: Approval }
type ShownState = { isOutdated: boolean }

/** The only user whose access changes, and the role or policies they get. */
export function AffectedUser({ user, found, isOutdated }: UserProps & ShownState) {
  const { contact, department } = user
  return (
    <div className={css.user}>
      <Name user={user} found={found} />
      {(contact || department) && (
        <p className={css.quiet}>{[contact, department].filter(Boolean).join(' · ')}</p>
      )}
      <Warnings user={user} />
      <AccessFacts items={[...factsOf(user, found), ...(isOutdated ? [] : timeFacts(found))]} />
    </div>
  )
}

/** The users whose access changes, one row each. */
export function AffectedUsers({ found, isOutdated }: { found: Approval } & ShownState) {
  const { users, users_total } = found
  const [first] = users
  const isShared = first !== undefined && users.every((user) => roleText(user) === roleText(first))
  const unnamed = users_total - users.length
  return (
    <section className={css.section}>
      <h3>
        Who{' '}
        <span className={css.quiet}>
          {plural(users_total, 'user')}
          {isShared && `, ${users_total === 2 ? 'both' : 'all'} with the ${roleText(first)}`}
          {isOutdated && ', at the time of the request'}
        </span>
      </h3>
      <FirstRows className={css.users} total={users.length} noun="user">
        {users.map((user) => (
          <li key={user.key}>
            <Name user={user} found={found} />
            <Details user={user} isRoleShown={!isShared} />
            <Warnings user={user} />
          </li>
        ))}
      </FirstRows>
      {unnamed > 0 && (
        <p className={css.quiet}>
          The first {users.length} by name. {plural(unnamed, 'more user')} of the same role or policy: its
          page lists them.
        </p>
      )}
    </section>
  )
}

/** Name, email and whether the user is new; high risk if only some of the users gain it. */
function Name({ user: { key, id, name, email, role_before }, found }: UserProps) {
  const mayView = may(useUser(), 'user:view')
  const isNew = id === null || role_before === null
  const risks = found.impact?.gains.filter(({ risk }) => risk === 'HIGH') ?? []
  const gainsRisk = risks.some(({ users }) => users.some((each) => each.id === key))
  const isForAll = risks.some(({ user_count }) => user_count === found.users_total)
  return (
    <p className={css.name}>
      <strong>{id !== null && mayView ? <Link {...userLink(id)}>{name}</Link> : name}</strong>
      {gainsRisk && !isForAll && <span className={css.risk}>High risk</span>}
      {isNew && found.status === 'PENDING' && <span className={css.quiet}>new user</span>}
      <span className={css.email}>{email}</span>
    </p>
  )
}

function Details({ user, isRoleShown }: { user: ShownUser; isRoleShown: boolean }) {
  const { contact, department, role_before } = user
  // The page of an existing user shows more.
  const profile = role_before === null ? [contact, department] : []
  const parts = [...(isRoleShown ? [roleText(user)] : []), ...profile].filter(Boolean)
  return parts.length > 0 ? <p className={css.quiet}>{parts.join(' · ')}</p> : null
}

/** Other users with a similar name. */
function Warnings({ user: { same_contact, similar } }: { user: ShownUser }) {
  return (
    <>
      {same_contact.length > 0 && (
        <p className={css.warning}>
          This number is also the phone of {same_contact.join(', ')}. Check whose it is.
        </p>
      )}
      <SimilarUsers found={similar} />
    </>
  )
}

/** `role Inquiry agent in place of Trainee, gets policy Card reveal`. */
function roleText(user: ShownUser): string {
  const { role, role_before } = user
  const { added, removed } = policiesOf(user)
  const isOther = role_before !== null && role_before !== role
  return [
    isOther ? `role ${role ?? 'none'} in place of ${role_before}` : `role ${role ?? 'none'}`,
    ...(added.length > 0 ? [`gets ${plain(added)}`] : []),
    ...(removed.length > 0 ? [`loses ${plain(removed)}`] : []),
  ].join(', ')
}

function policiesOf({ policies, policies_before }: ShownUser) {
  return {
    added: policies.filter((name) => !policies_before.includes(name)),
    removed: policies_before.filter((name) => !policies.includes(name)),
  }
}

/** Role and policies in words, the change first. */
function factsOf(user: ShownUser, { requested_access: access }: Approval): [string, string][] {
  const { role, role_before } = user
  const { added, removed } = policiesOf(user)
  if (access?.type === 'role')
    return [['Role', `${access.name}, in place of ${role ?? 'none'} until the end`]]
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

const FIRST = 20

type Props = { className?: string | undefined; total: number; noun: string; children: ReactNode }

/** The first rows of a list, the others on demand. */
export function FirstRows({ className, total, noun, children }: Props) {
  const [isWhole, setWhole] = useState(total <= FIRST)
  const rows = Children.toArray(children)
  return (
    <>
      <ul className={className}>{isWhole ? rows : rows.slice(0, FIRST)}</ul>
      {!isWhole && (
        <button type="button" className={css.more} onClick={() => setWhole(true)}>
          Show all {formatNumber(total)} {noun}s
        </button>
      )}
    </>
  )
}
