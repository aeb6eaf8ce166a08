import type { UserDetail } from '@backoffice/contract/users'
import { USER_RULES, userEndpoints } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { policyOptionsQuery, roleOptionsQuery } from '../access/access-queries.ts'
import { AccessConflict, AccessNotices } from '../access/access-versions.tsx'
import { useAccessForm } from '../access/use-access-form.ts'
import { AccessFields } from './access-fields.tsx'
import { ImpactSide } from './impact-side.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { asText, changeOf, changesOf, fromText, textLabel, valuesOf } from './user-values.ts'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { storeUser, USERS } from './users-queries.ts'

const OWN_ACCESS = 'You can’t change your own role and policies. Ask another administrator.'

/** Form of a user, with the impact of saving. */
export function EditUser({ user }: { user: UserDetail }) {
  const navigate = useNavigate()
  const isOwn = useUser().email === user.email
  const close = () => void navigate(recordLink(USERS, user.id))
  const { form, base, before, values, impact, conflict, ...versions } = useAccessForm({
    record: user,
    permission: 'user:update',
    fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
    nameOf: fullName,
    valuesOf,
    changeOf,
    changesOf,
    update: (id, body) => call(userEndpoints.update, { params: { id }, body }),
    store: storeUser,
    onSaved: close,
  })
  const nameOf = useNames(conflict ? [base, conflict.theirs] : [base])
  return (
    <>
      <div className={css.columns} data-with-impact={impact !== undefined || undefined}>
        <RecordForm
          label={`Details of ${fullName(base)}`}
          form={form}
          permission="user:update"
          onCancel={close}
          notices={<AccessNotices {...versions} />}
        >
          <div className={formCss.fields}>
            <ProfileFields form={form} userId={base.id} isOwn={isOwn} isPhoneLocked={base.exceeds.account} />
            <AccessFields
              form={form}
              role={base.role}
              policies={base.extra_policies}
              lockedBecause={isOwn ? OWN_ACCESS : undefined}
            />
          </div>
        </RecordForm>
        {impact && <ImpactSide name={fullName(base)} state={impact} />}
      </div>
      {conflict && (
        <AccessConflict
          {...conflict}
          noun="user"
          name={fullName(conflict.theirs)}
          versions={{
            base: asText(before),
            mine: asText(values),
            theirs: asText(valuesOf(conflict.theirs)),
          }}
          labelOf={(name) => textLabel(name, nameOf)}
          shown={(name, text) => (name === 'role_id' ? nameOf(text) : text)}
          onSave={(result) => conflict.onSave(fromText(result))}
        />
      )}
    </>
  )
}

/** Names of roles and policies by id, including ones that are no longer offered. */
function useNames(users: readonly Pick<UserDetail, 'role' | 'extra_policies'>[]) {
  const { data: roles = [] } = useQuery(roleOptionsQuery)
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const held = users.flatMap(({ role, extra_policies }) => [role, ...extra_policies])
  const names = new Map([...held, ...roles, ...policies].map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? id
}
