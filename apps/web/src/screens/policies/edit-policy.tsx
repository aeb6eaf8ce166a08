import { POLICY_RULES, type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { useNavigate } from '@tanstack/react-router'
import { ImpactPanel } from '../../access/impact-panel.tsx'
import css from '../../access/picker.module.css'
import { SavedMeanwhile } from '../../access/saved-meanwhile.tsx'
import { isSameSet, useEditor } from '../../access/use-editor.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { performWrite } from '../../kit/record/write.ts'
import { call } from '../../net/call.ts'
import { POLICIES, refreshPolicies, storePolicy } from './policies-queries.ts'
import { PolicyFields, type PolicyValues, policyLabel, policyValues } from './policy-fields.tsx'

const back = listLink(POLICIES)

/** A policy of one's own, with what saving it changes for the users who have it. */
export function EditPolicy({ policy }: { policy: Policy }) {
  const navigate = useNavigate()
  const { form, before, impact, theirs } = useEditor<Policy, PolicyValues>({
    row: policy,
    fields: POLICY_RULES,
    valuesOf: policyValues,
    changeOf: (base, { statements }) => {
      if (isSameSet(base.statements, statements)) return undefined
      return { kind: 'policy', id: base.id, statements: statements.toSorted() }
    },
    save: async (base, { name, description, statements }, impact_version) => {
      await performWrite(
        {
          run: () =>
            call(policyEndpoints.update, {
              params: { id: base.id },
              body: {
                version: base.version,
                name,
                description,
                ...(impact_version && { statements, impact_version }),
              },
            }),
          done: (saved) => `${saved.name} saved`,
          refresh: refreshPolicies,
          onDone: storePolicy,
        },
        undefined,
      )
    },
    saved: () => void navigate(back),
  })
  return (
    <div className={css.columns}>
      <RecordForm
        label={`Details of ${policy.name}`}
        form={form}
        permission="policy:update"
        onCancel={() => void navigate(back)}
        notices={
          theirs && (
            <SavedMeanwhile
              noun="policy"
              saved={theirs.row}
              changes={changesIn(before, theirs.values)}
              onTake={theirs.take}
              onKeep={theirs.keep}
            />
          )
        }
      >
        <div className={formCss.fields}>
          <PolicyFields form={form} saved={before} />
        </div>
      </RecordForm>
      <ImpactPanel impact={impact} />
    </div>
  )
}

/** What the others changed, as it is now. */
function changesIn(before: PolicyValues, now: PolicyValues): [string, string][] {
  // The keys are those of the values.
  const names = Object.keys(now) as (keyof PolicyValues)[]
  return names
    .filter((name) => !isSameSet([before[name]].flat(), [now[name]].flat()))
    .map((name) => [policyLabel(name), [now[name]].flat().join(', ') || 'empty'])
}
