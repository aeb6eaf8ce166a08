import { POLICY_RULES, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import css from '../../access/picker.module.css'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { setLastRow } from '../../kit/record/open-record.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord, UnreadableRecord } from '../../kit/record/record-problems.tsx'
import { performWrite } from '../../kit/record/write.ts'
import { call } from '../../net/call.ts'
import { POLICIES, policyQuery, refreshPolicies, storePolicy } from './policies-queries.ts'
import { NO_POLICY, PolicyFields, type PolicyValues, policyValues } from './policy-fields.tsx'

const back = listLink(POLICIES)

/** `from`: the id of the policy to copy. */
export function CreatePolicy({ from }: { from: string | undefined }) {
  const copied = useQuery({ ...policyQuery(from ?? ''), enabled: from !== undefined })
  const values =
    from === undefined
      ? NO_POLICY
      : copied.data && { ...policyValues(copied.data), name: `Copy of ${copied.data.name}`.slice(0, 60) }
  return (
    <RecordPane heading="Create policy" title="Create policy" width="wide" back={back}>
      {values ? (
        <CreateForm values={values} />
      ) : copied.error ? (
        <UnreadableRecord
          noun="policy"
          error={copied.error}
          busy={copied.isFetching}
          onRetry={() => void copied.refetch()}
        />
      ) : (
        <LoadingRecord />
      )}
    </RecordPane>
  )
}

function CreateForm({ values: initial }: { values: PolicyValues }) {
  const navigate = useNavigate()
  const created = useRef('')
  const key = useRef({ body: '', key: '' })
  const form = useRuleForm<PolicyValues>({
    fields: POLICY_RULES,
    values: initial,
    submit: async (body) => {
      const text = JSON.stringify(body)
      // The same for the same values, so that a repeated call creates once.
      if (key.current.body !== text) key.current = { body: text, key: crypto.randomUUID() }
      const policy = await performWrite(
        {
          run: () => call(policyEndpoints.create, { body, idempotencyKey: key.current.key }),
          done: (saved) => `${saved.name} created`,
          refresh: refreshPolicies,
          onDone: storePolicy,
        },
        undefined,
      )
      created.current = policy.id
      setLastRow(policy.id)
    },
    saved: () => void navigate(recordLink(POLICIES, created.current)),
  })
  return (
    <div className={css.columns} data-alone>
      <RecordForm
        label="Details of the new policy"
        form={form}
        permission="policy:create"
        onCancel={() => void navigate(back)}
      >
        <div className={formCss.fields}>
          <PolicyFields form={form} saved={NO_POLICY} />
        </div>
      </RecordForm>
    </div>
  )
}
