import { may } from '@backoffice/contract/access'
import { type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AccessRecordTabs, savedText } from '../../access/access-record.tsx'
import type { Use } from '../../access/delete-dialog.tsx'
import { RecordButtons } from '../../access/record-buttons.tsx'
import { roleLink, userLink } from '../../access/user-links.tsx'
import { plural } from '../../kit/format-number.ts'
import { setLastRow } from '../../kit/record/open-record.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { EditPolicy } from './edit-policy.tsx'
import { forgetPolicy, POLICIES, policyQuery } from './policies-queries.ts'
import { PolicyUse } from './policy-use.tsx'
import { fieldLabel } from './policy-values.ts'
import { SystemPolicy } from './system-policy.tsx'

type Props = {
  id: string
  /** Shown first. */
  tab: string | undefined
}

const back = listLink(POLICIES)

/** A policy beside the list: what it allows, who has it, and what was changed. */
export function PolicyScreen({ id, tab }: Props) {
  const { data: policy, error, refetch, isFetching } = useQuery(policyQuery(id))
  useEffect(() => setLastRow(id), [id])
  const isGone = error instanceof ApiError && [400, 404, 422].includes(error.status)
  const name = policy?.name ?? 'A policy'
  return (
    <RecordPane
      heading={name}
      title={name}
      width="wide"
      badge={
        policy && (
          <>
            {policy.risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
            {policy.is_system && <Badge tone="quiet">System</Badge>}
          </>
        )
      }
      subtitle={policy && `${usedBy(policy)} · ${savedText(policy)}`}
      back={back}
      actions={policy && !isGone && <Actions policy={policy} />}
    >
      {isGone ? (
        <MissingRecord noun="policy" title="Policies" back={back} />
      ) : policy ? (
        <AccessRecordTabs
          key={id}
          resource="policy"
          id={id}
          tab={tab}
          details={() =>
            policy.is_system ? <SystemPolicy policy={policy} /> : <EditPolicy policy={policy} />
          }
          use={{
            id: 'use',
            label: 'Used by',
            count: policy.role_count + policy.user_count,
            panel: () => <PolicyUse policy={policy} />,
          }}
          labelOf={fieldLabel}
        />
      ) : error ? (
        <UnreadableRecord noun="policy" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRecord />
      )}
    </RecordPane>
  )
}

function usedBy({ role_count, user_count }: Policy): string {
  const parts = [
    ...(role_count > 0 ? [plural(role_count, 'role has it', 'roles have it')] : []),
    ...(user_count > 0 ? [`${plural(user_count, 'user holds it', 'users hold it')} beside the role`] : []),
  ]
  return parts.join(', ') || 'Nobody has it'
}

function Actions({ policy }: { policy: Policy }) {
  const { id, version, role_count, user_count, used_by_roles, held_by } = policy
  const user = useUser()
  const [mayRoles, mayUsers] = [may(user, 'role:view'), may(user, 'user:view')]
  const uses: Use[] = [
    {
      noun: 'role',
      count: role_count,
      named: used_by_roles.map((role) => ({ ...role, link: mayRoles ? roleLink(role.id) : undefined })),
    },
    {
      noun: 'user',
      count: user_count,
      named: held_by.map((holder) => ({ ...holder, link: mayUsers ? userLink(holder.id) : undefined })),
    },
  ]
  return (
    <RecordButtons
      of={POLICIES}
      record={policy}
      uses={uses}
      remove={() => call(policyEndpoints.remove, { params: { id }, version })}
      onDeleted={() => forgetPolicy(id)}
    />
  )
}
