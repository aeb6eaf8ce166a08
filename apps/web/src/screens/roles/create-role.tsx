import { hasModule, type Module } from '@backoffice/contract/access'
import { ROLE_RULES, type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type PolicyOption, policyOptionsQuery } from '../../access/access-queries.ts'
import { LeftOutNotice } from '../../access/left-out-notice.tsx'
import { RiskPanel } from '../../access/risk-panel.tsx'
import { copyName, useCreateForm } from '../../access/use-create-form.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { RoleFields } from './role-fields.tsx'
import { bodyOf, NO_VALUES, type RoleValues, valuesOf } from './role-values.ts'
import { ROLES, roleQuery, storeRole } from './roles-queries.ts'

const back = listLink(ROLES)
const MAX_NAME = 50

/** A new role beside the list, empty or filled in from another. */
export function CreateRole({ from }: { from: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...roleQuery(from ?? ''),
    enabled: from !== undefined,
  })
  const policies = useQuery(policyOptionsQuery)
  const content = () => {
    if (from === undefined) return <CreateForm values={NO_VALUES} leftOut={0} />
    if (data && policies.data) return <CopyForm key={from} role={data} offered={policies.data} />
    const problem = error ?? policies.error
    if (!problem) return <LoadingRecord />
    return problem instanceof ApiError && problem.status === 404 ? (
      <MissingRecord noun="role" title="Roles" back={back} />
    ) : (
      <UnreadableRecord
        noun="role"
        error={problem}
        busy={isFetching || policies.isFetching}
        onRetry={() => void Promise.all([refetch(), policies.refetch()])}
      />
    )
  }
  return (
    <RecordPane heading="Create role" title="Create role" width="wide" back={back}>
      {content()}
    </RecordPane>
  )
}

/** Of the original what its copier may give. */
function CopyForm({ role, offered }: { role: Role; offered: readonly PolicyOption[] }) {
  const user = useUser()
  const original = valuesOf(role)
  const mayGive = (id: string) => offered.some((policy) => policy.id === id && policy.is_grantable)
  const values = {
    ...original,
    name: copyName(original.name, MAX_NAME),
    // The names of the access table alone are stored.
    modules: original.modules.filter((module) => hasModule(user, module as Module)),
    policy_ids: original.policy_ids.filter(mayGive),
  }
  const leftOut =
    original.modules.length - values.modules.length + original.policy_ids.length - values.policy_ids.length
  return <CreateForm values={values} leftOut={leftOut} />
}

function CreateForm({ values, leftOut }: { values: RoleValues; leftOut: number }) {
  const navigate = useNavigate()
  const { data: offered = [] } = useQuery(policyOptionsQuery)
  const form = useCreateForm<RoleValues, Role>({
    of: ROLES,
    fields: ROLE_RULES,
    values,
    create: (entered, idempotencyKey) =>
      call(roleEndpoints.create, { body: bodyOf(entered), idempotencyKey }),
    store: storeRole,
  })
  const chosen = form.watch('policy_ids')
  const statements = offered.filter(({ id }) => chosen.includes(id)).flatMap((policy) => policy.statements)
  return (
    <RecordForm
      label="Details of the new role"
      form={form}
      permission="role:create"
      onCancel={() => void navigate(back)}
      notices={<LeftOutNotice count={leftOut} one="A module or policy" many="modules and policies" />}
    >
      <RoleFields form={form} stored={undefined}>
        <RiskPanel modules={form.watch('modules')} statements={statements} />
      </RoleFields>
    </RecordForm>
  )
}
