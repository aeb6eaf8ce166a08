import { POLICY_RULES, type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { useNavigate } from '@tanstack/react-router'
import { AccessConflict } from '../../access/access-conflict.tsx'
import { AccessNotices } from '../../access/access-notices.tsx'
import { differing } from '../../access/chosen.ts'
import { ImpactPanel } from '../../access/impact-panel.tsx'
import { useAccessForm } from '../../access/use-access-form.ts'
import { plural } from '../../kit/format-number.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { POLICIES, storePolicy } from './policies-queries.ts'
import { PolicyFields } from './policy-fields.tsx'
import {
  asText,
  changeOf,
  fromText,
  type PolicyValues,
  textLabel,
  updateOf,
  valuesOf,
} from './policy-values.ts'

/** The form of a policy, with what saving it does to whom. */
export function EditPolicy({ policy }: { policy: Policy }) {
  const navigate = useNavigate()
  const close = () => void navigate(listLink(POLICIES))
  const { form, isReadOnly, base, before, values, impact, theirs, newer, merged, showTheirs, rebase, take } =
    useAccessForm<Policy, PolicyValues>({
      record: policy,
      permission: 'policy:update',
      fields: POLICY_RULES,
      nameOf: ({ name }) => name,
      valuesOf,
      changeOf,
      save: ({ id, version }, old, entered, seen) => {
        const changes = updateOf(old, entered)
        return (
          changes && call(policyEndpoints.update, { params: { id }, body: { version, ...changes, ...seen } })
        )
      },
      store: storePolicy,
      onSaved: close,
    })
  const changed = differing(before.statements, values.statements).length
  return (
    <>
      <RecordForm
        label={`Details of ${base.name}`}
        form={form}
        permission="policy:update"
        unsaved={changed > 0 ? `${plural(changed, 'statement')} changed, not saved yet` : undefined}
        onCancel={close}
        notices={<AccessNotices merged={merged} newer={newer} onShow={showTheirs} />}
      >
        <PolicyFields form={form} stored={base.statements} isReadOnly={isReadOnly}>
          {!isReadOnly && (
            <ImpactPanel noun="policy" state={impact}>
              Change statements, and who gains and who loses what is shown here.
            </ImpactPanel>
          )}
        </PolicyFields>
      </RecordForm>
      {theirs && (
        <AccessConflict
          // Another conflict starts again.
          key={theirs.version}
          noun="policy"
          busy={form.busy}
          name={theirs.name}
          theirs={theirs}
          versions={{ base: asText(before), mine: asText(values), theirs: asText(valuesOf(theirs)) }}
          labelOf={textLabel}
          onSave={(result) => take(theirs, fromText(result))}
          onDiscard={() => rebase(theirs)}
          onBack={() => showTheirs(undefined)}
        />
      )}
    </>
  )
}
