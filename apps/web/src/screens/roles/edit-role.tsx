import { ROLE_RULES, type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AccessConflict } from '../../access/access-conflict.tsx'
import { AccessNotices } from '../../access/access-notices.tsx'
import { policyOptionsQuery } from '../../access/access-queries.ts'
import { differing } from '../../access/chosen.ts'
import { ImpactPanel } from '../../access/impact-panel.tsx'
import { useAccessForm } from '../../access/use-access-form.ts'
import { plural } from '../../kit/format-number.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { RoleFields } from './role-fields.tsx'
import { asText, changeOf, fromText, type RoleValues, textLabel, updateOf, valuesOf } from './role-values.ts'
import { ROLES, storeRole } from './roles-queries.ts'

/** The form of a role, with what saving it does to whom. */
export function EditRole({ role }: { role: Role }) {
  const navigate = useNavigate()
  const { data: offered = [] } = useQuery(policyOptionsQuery)
  const close = () => void navigate(listLink(ROLES))
  const { form, isReadOnly, base, before, values, impact, theirs, newer, merged, showTheirs, rebase, take } =
    useAccessForm<Role, RoleValues>({
      record: role,
      permission: 'role:update',
      fields: ROLE_RULES,
      nameOf: ({ name }) => name,
      valuesOf,
      changeOf,
      save: ({ id, version }, old, entered, seen) => {
        const changes = updateOf(old, entered)
        return (
          changes && call(roleEndpoints.update, { params: { id }, body: { version, ...changes, ...seen } })
        )
      },
      store: storeRole,
      onSaved: close,
    })
  const named = [...offered, ...base.policies, ...(theirs?.policies ?? [])]
  const nameOf = (id: string) => named.find((policy) => policy.id === id)?.name ?? id
  return (
    <>
      <RecordForm
        label={`Details of ${base.name}`}
        form={form}
        permission="role:update"
        unsaved={changesInWords(before, values)}
        onCancel={close}
        notices={<AccessNotices merged={merged} newer={newer} onShow={showTheirs} />}
      >
        <RoleFields form={form} stored={base} isReadOnly={isReadOnly}>
          {!isReadOnly && (
            <ImpactPanel noun="role" state={impact}>
              Change modules or policies, and who gains and who loses what is shown here.
            </ImpactPanel>
          )}
        </RoleFields>
      </RecordForm>
      {theirs && (
        <AccessConflict
          // Another conflict starts again.
          key={theirs.version}
          noun="role"
          busy={form.busy}
          name={theirs.name}
          theirs={theirs}
          versions={{ base: asText(before), mine: asText(values), theirs: asText(valuesOf(theirs)) }}
          labelOf={(name) => textLabel(name, nameOf)}
          onSave={(result) => take(theirs, fromText(result))}
          onDiscard={() => rebase(theirs)}
          onBack={() => showTheirs(undefined)}
        />
      )}
    </>
  )
}

/** `2 policies changed, not saved yet`. */
function changesInWords(before: RoleValues, values: RoleValues): string | undefined {
  const policies = differing(before.policy_ids, values.policy_ids).length
  const modules = differing(before.modules, values.modules).length
  const parts = [
    ...(modules > 0 ? [plural(modules, 'module')] : []),
    ...(policies > 0 ? [plural(policies, 'policy', 'policies')] : []),
  ]
  return parts.length > 0 ? `${parts.join(' and ')} changed, not saved yet` : undefined
}
