import { may } from '@backoffice/contract/access'
import type { Role } from '@backoffice/contract/endpoints/roles'
import { roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DeleteRecord } from '../../access/delete-record.tsx'
import css from '../../access/picker.module.css'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { setLastRow } from '../../kit/record/open-record.ts'
import { createLink, listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EditRole } from './edit-role.tsx'
import { roleLabel } from './role-fields.tsx'
import { forgetRole, ROLES, refreshRoles, roleQuery } from './roles-queries.ts'

const back = listLink(ROLES)

/** A role beside the list. */
export function RoleScreen({ id, tab }: { id: string; tab: string | undefined }) {
  const { data: role, error, refetch, isFetching } = useQuery(roleQuery(id))
  useEffect(() => setLastRow(id), [id])
  const isGone = error instanceof ApiError && [400, 404, 422].includes(error.status)
  const name = role?.name ?? 'A role'
  return (
    <RecordPane
      heading={name}
      title={name}
      width="wide"
      badge={role?.is_system && <Badge tone="quiet">System</Badge>}
      subtitle={
        role && `${plural(role.user_count, 'user has', 'users have')} this role · ${savedWords(role)}`
      }
      back={back}
      actions={role && !isGone && <RoleActions role={role} />}
    >
      {isGone ? (
        <MissingRecord noun="role" title="Roles" back={back} />
      ) : role ? (
        <RoleTabs key={id} role={role} tab={tab} />
      ) : error ? (
        <UnreadableRecord noun="role" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRecord />
      )}
    </RecordPane>
  )
}

const savedWords = ({ version, updated_by, updated_at }: Role) =>
  `version ${version}, saved by ${updated_by?.name ?? 'the system'} on ${day(updated_at)}`

function RoleActions({ role }: { role: Role }) {
  const navigate = useNavigate()
  return (
    <div className={css.tools}>
      <PermissionGate permission="role:create">
        <Link {...createLink(ROLES, role.id)} {...buttonVariant('plain')}>
          Copy
        </Link>
      </PermissionGate>
      {!role.is_system && (
        <DeleteRecord
          permission="role:delete"
          noun="role"
          name={role.name}
          remove={() => call(roleEndpoints.remove, { params: { id: role.id }, version: role.version })}
          refresh={refreshRoles}
          onDone={() => {
            forgetRole(role.id)
            void navigate(back)
          }}
        />
      )}
    </div>
  )
}

function RoleTabs({ role, tab }: { role: Role; tab: string | undefined }) {
  const isEdited = may(useUser(), 'role:update') && !role.is_system
  return (
    <Tabs
      label="Parts of this role"
      initial={tab === 'history' ? tab : undefined}
      tabs={[
        {
          id: 'details',
          label: 'Details',
          isKept: true,
          panel: () => (isEdited ? <EditRole role={role} /> : <RoleDetails role={role} />),
        },
        {
          id: 'history',
          label: 'History',
          panel: () => (
            <HistoryTab resource="role" id={role.id} labelOf={roleLabel} shown={(_field, value) => value} />
          ),
        },
      ]}
    />
  )
}

/** Without a form: a role of the system, or of somebody who may only look. */
function RoleDetails({ role }: { role: Role }) {
  return (
    <div className={css.details}>
      {role.is_system && <p className={css.hint}>A role of the system is not changed: copy it.</p>}
      <Facts
        items={[
          ['Description', role.description || '—'],
          ['Modules', role.modules.join(', ') || '—'],
          ['Users', <UsersLink key="users" role={role} />],
        ]}
      />
      <div className={css.list}>
        {role.policies.map(({ id, name, risk, statements }) => (
          <div key={id} className={css.option}>
            <span aria-hidden="true">·</span>
            <span>
              <span className={css.name}>
                <strong>{name}</strong>
                {risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
              </span>
              <code>{statements.join(', ')}</code>
            </span>
          </div>
        ))}
        {role.policies.length === 0 && <p className={css.option}>No policies.</p>}
      </div>
    </div>
  )
}

function UsersLink({ role }: { role: Role }) {
  if (!may(useUser(), 'user:view') || role.user_count === 0) return <>{plural(role.user_count, 'user')}</>
  // The address of a list with a filter is text, which the router's types do not know.
  const link = { to: '/users/users_list', search: { 'f.role': role.name } } as unknown as LinkProps
  return <Link {...link}>{plural(role.user_count, 'user')}</Link>
}
