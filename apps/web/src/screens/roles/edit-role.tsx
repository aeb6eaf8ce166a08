import { ROLE_RULES, type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
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
import { moduleNames, RoleFields, type RoleValues, roleLabel, roleValues } from './role-fields.tsx'
import { ROLES, refreshRoles, storeRole } from './roles-queries.ts'

const back = listLink(ROLES)

/** A role of one's own, with what saving it changes for its users. */
export function EditRole({ role }: { role: Role }) {
  const navigate = useNavigate()
  const { form, before, impact, theirs } = useEditor<Role, RoleValues>({
    row: role,
    fields: ROLE_RULES,
    valuesOf: roleValues,
    changeOf: (base, { modules, policy_ids }) => {
      const old = roleValues(base)
      if (isSameSet(old.modules, modules) && isSameSet(old.policy_ids, policy_ids)) return undefined
      return { kind: 'role', id: base.id, modules: moduleNames(modules), policy_ids: policy_ids.toSorted() }
    },
    save: async (base, { name, description, modules, policy_ids }, impact_version) => {
      await performWrite(
        {
          run: () =>
            call(roleEndpoints.update, {
              params: { id: base.id },
              body: {
                version: base.version,
                name,
                description,
                ...(impact_version && { modules: moduleNames(modules), policy_ids, impact_version }),
              },
            }),
          done: (saved) => `${saved.name} saved`,
          refresh: refreshRoles,
          onDone: storeRole,
        },
        undefined,
      )
    },
    saved: () => void navigate(back),
  })
  return (
    <div className={css.columns}>
      <RecordForm
        label={`Details of ${role.name}`}
        form={form}
        permission="role:update"
        onCancel={() => void navigate(back)}
        notices={
          theirs && (
            <SavedMeanwhile
              noun="role"
              saved={theirs.row}
              changes={changesIn(before, theirs.values, theirs.row)}
              onTake={theirs.take}
              onKeep={theirs.keep}
            />
          )
        }
      >
        <div className={formCss.fields}>
          <RoleFields form={form} saved={before} />
        </div>
      </RecordForm>
      <ImpactPanel impact={impact} />
    </div>
  )
}

/** What the others changed, as it is now. */
function changesIn(before: RoleValues, now: RoleValues, row: Role): [string, string][] {
  const shown: Record<keyof RoleValues, string> = {
    name: now.name,
    description: now.description || 'empty',
    modules: now.modules.join(', ') || 'none',
    policy_ids: row.policies.map(({ name }) => name).join(', ') || 'none',
  }
  // The keys are those of the values.
  const names = Object.keys(shown) as (keyof RoleValues)[]
  return names
    .filter((name) => !isSameSet([before[name]].flat(), [now[name]].flat()))
    .map((name) => [roleLabel(name), shown[name]])
}
