import { POLICY_RULES, type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { isCovered } from '@backoffice/contract/grants'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LeftOutNotice } from '../../access/left-out-notice.tsx'
import { copyName, useCreateForm } from '../../access/use-create-form.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, MissingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { POLICIES, policyQuery, storePolicy } from './policies-queries.ts'
import { PolicyFields } from './policy-fields.tsx'
import { NO_VALUES, type PolicyValues, valuesOf } from './policy-values.ts'

const back = listLink(POLICIES)
const MAX_NAME = 60

/** A new policy beside the list, empty or filled in from another. */
export function CreatePolicy({ from }: { from: string | undefined }) {
  const query = useQuery({ ...policyQuery(from ?? ''), enabled: from !== undefined })
  const { data, error, refetch, isFetching } = query
  const content = () => {
    if (from === undefined) return <CreateForm values={NO_VALUES} leftOut={0} />
    if (data) return <CopyForm key={from} policy={data} />
    if (!error) return <LoadingRecord />
    return error instanceof ApiError && error.status === 404 ? (
      <MissingRecord noun="policy" title="Policies" back={back} />
    ) : (
      <UnreadableRecord noun="policy" error={error} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  return (
    <RecordPane heading="Create policy" title="Create policy" width="wide" back={back}>
      {content()}
    </RecordPane>
  )
}

/** Of the original what its copier may give. */
function CopyForm({ policy }: { policy: Policy }) {
  const { policies: held } = useUser()
  const original = valuesOf(policy)
  const statements = original.statements.filter((statement) => isCovered(statement, held))
  const values = { ...original, name: copyName(original.name, MAX_NAME), statements }
  return <CreateForm values={values} leftOut={original.statements.length - statements.length} />
}

function CreateForm({ values, leftOut }: { values: PolicyValues; leftOut: number }) {
  const navigate = useNavigate()
  const form = useCreateForm<PolicyValues, Policy>({
    of: POLICIES,
    fields: POLICY_RULES,
    values,
    create: (body, idempotencyKey) => call(policyEndpoints.create, { body, idempotencyKey }),
    store: storePolicy,
  })
  return (
    <RecordForm
      label="Details of the new policy"
      form={form}
      permission="policy:create"
      onCancel={() => void navigate(back)}
      notices={<LeftOutNotice count={leftOut} one="A statement" many="statements" />}
    >
      <PolicyFields form={form} stored={undefined} />
    </RecordForm>
  )
}
