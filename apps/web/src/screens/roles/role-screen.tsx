import { type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AccessRecordTabs, savedText } from '../../access/access-record.tsx'
import { RecordButtons } from '../../access/record-buttons.tsx'
import { plural } from '../../kit/format-number.ts'
import { setLastRow } from '../../kit/record/open-record.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { EditRole } from './edit-role.tsx'
import { RoleUsers, useRoleUse } from './role-users.tsx'
import { fieldLabel } from './role-values.ts'
import { forgetRole, ROLES, roleQuery } from './roles-queries.ts'
import { SystemRole } from './system-role.tsx'

type Props = {
  id: string
  /** Shown first. */
  tab: string | undefined
}

const back = listLink(ROLES)

/** A role beside the list: what it gives, who has it, and what was changed. */
export function RoleScreen({ id, tab }: Props) {
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
      subtitle={role && `${plural(role.user_count, 'user has', 'users have')} this role · ${savedText(role)}`}
      back={back}
      actions={role && !isGone && <Actions role={role} />}
    >
      {isGone ? (
        <MissingRecord noun="role" title="Roles" back={back} />
      ) : role ? (
        <AccessRecordTabs
          key={id}
          resource="role"
          id={id}
          tab={tab}
          details={() => (role.is_system ? <SystemRole role={role} /> : <EditRole role={role} />)}
          use={{
            id: 'users',
            label: 'Users',
            count: role.user_count,
            panel: () => <RoleUsers role={role} />,
          }}
          labelOf={fieldLabel}
        />
      ) : error ? (
        <UnreadableRecord noun="role" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRecord />
      )}
    </RecordPane>
  )
}

function Actions({ role }: { role: Role }) {
  const { id, version } = role
  const use = useRoleUse(role)
  return (
    <RecordButtons
      of={ROLES}
      record={role}
      uses={[use]}
      remove={() => call(roleEndpoints.remove, { params: { id }, version })}
      onDeleted={() => forgetRole(id)}
    />
  )
}
