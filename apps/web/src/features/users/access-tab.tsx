import { may, type Permission, type Resource } from '@backoffice/contract/access'
import { conflictsOf } from '@backoffice/contract/exceeding'
import { accessOf, permissionsOf } from '@backoffice/contract/grants'
import type { UserDetail } from '@backoffice/contract/users'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { day, formatDayAndTime } from '../../kit/format/format-time.ts'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue, Facts } from '../../ui/card.tsx'
import { AccessExplainer } from '../access/explainer.tsx'
import { AccessMatrix } from '../access/matrix.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'

/** Explained first for a user without permissions. */
const FIRST: Permission = 'dashboard:view'

/** Loaded when needed, because few users have temporary access. */
const loadTemporary = async () => (await import('./temporary-card.tsx')).TemporaryCard

/** Loaded when needed, because few users are dormant or have conflicting permissions. */
const loadMarks = async () => (await import('./access-marks.tsx')).AccessMarks

/** Facts, grants and effective access of a user. */
export function AccessTab({ user }: { user: UserDetail }) {
  const [selected, setSelected] = useState<Permission>(
    () => permissionsOf(accessOf(user.grants)).at(0) ?? FIRST,
  )
  const explainer = useRef<HTMLDivElement>(null)
  const name = fullName(user)
  const hasTemporary = user.grants.temporary.length > 0
  const [TemporaryCard, temporaryFailure] = useLazyPart('Temporary access', loadTemporary, hasTemporary)
  const conflicts = conflictsOf(accessOf(user.grants))
  const { is_dormant: isDormant } = user
  const hasMarks = isDormant || conflicts.length > 0
  const [AccessMarks, marksFailure] = useLazyPart('Warnings about this access', loadMarks, hasMarks)
  return (
    <div className={css.tab}>
      <Facts
        items={[
          ['Employee no.', employeeNo(user.employee_no)],
          ['Department', orEmpty(user.department)],
          ['Contact', orEmpty(user.contact)],
          ['Last sign-in', orEmpty(user.last_sign_in_at && formatDayAndTime(user.last_sign_in_at))],
          ['Authenticator', user.mfa_enabled === null ? 'Unknown' : user.mfa_enabled ? 'On' : 'Off'],
          ['Account since', day(user.created_at)],
        ]}
      />
      <GrantsSummary grants={user.grants} />
      {AccessMarks ? <AccessMarks name={name} isDormant={isDormant} conflicts={conflicts} /> : marksFailure}
      {hasTemporary && TemporaryCard ? <TemporaryCard user={user} /> : temporaryFailure}
      <AccessMatrix
        grants={user.grants}
        status={user.status}
        selected={selected}
        onSelect={(permission) => {
          setSelected(permission)
          explainer.current?.scrollIntoView({ block: 'nearest' })
        }}
      />
      <div ref={explainer}>
        <AccessExplainer
          user={{ id: user.id, name, email: user.email }}
          selected={selected}
          onSelect={setSelected}
          hasMatrix
        />
      </div>
    </div>
  )
}

const employeeNo = (value: string | null) => (value ? <code>{value}</code> : <EmptyValue />)
const orEmpty = (value: string | null) => value || <EmptyValue />

function GrantsSummary({ grants: { role, extra_policies } }: Pick<UserDetail, 'grants'>) {
  return (
    <dl className={css.grants}>
      <div>
        <dt>Role</dt>
        <dd>
          <RecordName resource="role" path="/users/users_roles" id={role.id}>
            {role.name}
          </RecordName>
        </dd>
        <dd className={css.quiet}>Assigned to {plural(role.user_count, 'user')}</dd>
      </div>
      <div>
        <dt>Modules, from the role</dt>
        <dd>
          {role.modules.map((module) => (
            <span key={module} className={css.chip}>
              {module}
            </span>
          ))}
          {role.modules.length === 0 && <EmptyValue />}
        </dd>
      </div>
      <div>
        <dt>Extra policies</dt>
        {extra_policies.map(({ id, name, risk, granted_by, granted_at }) => (
          <dd key={id} className={css.policy}>
            <span className={css.badges}>
              <RecordName resource="policy" path="/users/users_policies" id={id}>
                {name}
              </RecordName>
              {risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
            </span>
            <span className={css.quiet}>
              {[granted_by && `by ${granted_by}`, granted_at && day(granted_at)].filter(Boolean).join(', ')}
            </span>
          </dd>
        ))}
        {extra_policies.length === 0 && (
          <dd>
            <EmptyValue />
          </dd>
        )}
      </div>
    </dl>
  )
}

type NameProps = {
  resource: Extract<Resource, 'role' | 'policy'>
  path: string
  id: string
  children: ReactNode
}

/** Link for users who may open the record. */
function RecordName({ resource, path, id, children }: NameProps) {
  const isLink = may(useUser(), `${resource}:view`)
  if (!isLink) return <strong>{children}</strong>
  // Drops the search of the current list.
  return (
    <Link {...recordLink({ path }, id)} search={{}}>
      <strong>{children}</strong>
    </Link>
  )
}
