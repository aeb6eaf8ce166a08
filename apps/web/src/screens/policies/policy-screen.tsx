import { may } from '@backoffice/contract/access'
import { type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { coveredBy } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DeleteRecord } from '../../access/delete-record.tsx'
import css from '../../access/picker.module.css'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { setLastRow } from '../../kit/record/open-record.ts'
import { createLink, listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyValue, Facts } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EditPolicy } from './edit-policy.tsx'
import { forgetPolicy, POLICIES, policyQuery, refreshPolicies } from './policies-queries.ts'
import { policyLabel } from './policy-fields.tsx'

const back = listLink(POLICIES)

/** A policy beside the list. */
export function PolicyScreen({ id, tab }: { id: string; tab: string | undefined }) {
  const { data: policy, error, refetch, isFetching } = useQuery(policyQuery(id))
  useEffect(() => setLastRow(id), [id])
  const isGone = error instanceof ApiError && [400, 404, 422].includes(error.status)
  const name = policy?.name ?? 'A policy'
  return (
    <RecordPane
      heading={name}
      title={name}
      width="wide"
      badge={policy?.is_system && <Badge tone="quiet">System</Badge>}
      subtitle={policy && `In ${plural(policy.role_count, 'role')} · ${savedWords(policy)}`}
      back={back}
      actions={policy && !isGone && <PolicyActions policy={policy} />}
    >
      {isGone ? (
        <MissingRecord noun="policy" title="Policies" back={back} />
      ) : policy ? (
        <PolicyTabs key={id} policy={policy} tab={tab} />
      ) : error ? (
        <UnreadableRecord noun="policy" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRecord />
      )}
    </RecordPane>
  )
}

const savedWords = ({ version, updated_by, updated_at }: Policy) =>
  `version ${version}, saved by ${updated_by?.name ?? 'the system'} on ${day(updated_at)}`

function PolicyActions({ policy }: { policy: Policy }) {
  const navigate = useNavigate()
  return (
    <div className={css.tools}>
      <PermissionGate permission="policy:create">
        <Link {...createLink(POLICIES, policy.id)} {...buttonVariant('plain')}>
          Copy
        </Link>
      </PermissionGate>
      {!policy.is_system && (
        <DeleteRecord
          permission="policy:delete"
          noun="policy"
          name={policy.name}
          remove={() => call(policyEndpoints.remove, { params: { id: policy.id }, version: policy.version })}
          refresh={refreshPolicies}
          onDone={() => {
            forgetPolicy(policy.id)
            void navigate(back)
          }}
        />
      )}
    </div>
  )
}

function PolicyTabs({ policy, tab }: { policy: Policy; tab: string | undefined }) {
  const isEdited = may(useUser(), 'policy:update') && !policy.is_system
  return (
    <Tabs
      label="Parts of this policy"
      initial={tab === 'history' ? tab : undefined}
      tabs={[
        {
          id: 'details',
          label: 'Details',
          isKept: true,
          panel: () => (isEdited ? <EditPolicy policy={policy} /> : <PolicyDetails policy={policy} />),
        },
        { id: 'uses', label: 'Used by', panel: () => <Uses policy={policy} /> },
        {
          id: 'history',
          label: 'History',
          panel: () => (
            <HistoryTab
              resource="policy"
              id={policy.id}
              labelOf={policyLabel}
              shown={(_field, value) => value}
            />
          ),
        },
      ]}
    />
  )
}

/** Without a form: a policy of the system, or of somebody who may only look. */
function PolicyDetails({ policy }: { policy: Policy }) {
  const covered = coveredBy(policy.statements)
  return (
    <div className={css.details}>
      {policy.is_system && <p className={css.hint}>A policy of the system is not changed: copy it.</p>}
      <Facts
        items={[
          ['Description', policy.description || '—'],
          [
            'Risk',
            policy.risk === 'HIGH' ? (
              <Badge key="risk" tone="warn">
                High risk
              </Badge>
            ) : (
              'Low'
            ),
          ],
          ['Statements', <code key="statements">{policy.statements.join(', ')}</code>],
          ['Covers today', covered.map((permission) => PERMISSION_LABELS[permission]).join(', ') || '—'],
        ]}
      />
    </div>
  )
}

/** By which roles and by whom beside their policy. */
function Uses({ policy }: { policy: Policy }) {
  const user = useUser()
  return (
    <div className={css.details}>
      <Facts
        items={[
          [
            'Roles',
            <Names
              key="roles"
              records={policy.used_by_roles}
              path={may(user, 'role:view') && '/users/users_roles'}
            />,
          ],
          [
            'Users, beside their role',
            <Names
              key="users"
              records={policy.held_by}
              path={may(user, 'user:view') && '/users/users_list'}
            />,
          ],
        ]}
      />
    </div>
  )
}

type NamesProps = { records: readonly { id: string; name: string }[]; path: string | false }

function Names({ records, path }: NamesProps) {
  if (records.length === 0) return <EmptyValue />
  return (
    <ul>
      {records.map(({ id, name }) => (
        <li key={id}>
          {path ? (
            // The search of this list is not that of the other.
            <Link {...recordLink({ path }, id)} search={{}}>
              {name}
            </Link>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  )
}
