import type { UserDetail } from '@backoffice/contract/endpoints/users'
import { USER_RULES, userEndpoints } from '@backoffice/contract/endpoints/users'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AccessConflict } from '../../access/access-conflict.tsx'
import { AccessNotices } from '../../access/access-notices.tsx'
import { policyOptionsQuery, roleOptionsQuery } from '../../access/access-queries.ts'
import { useAccessForm } from '../../access/use-access-form.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { AccessFields } from './access-fields.tsx'
import { ImpactSide } from './impact-side.tsx'
import { ProfileFields, type UserValues } from './profile-fields.tsx'
import { asText, changeOf, changesOf, fromText, textLabel, valuesOf } from './user-values.ts'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { storeUser, USERS } from './users-queries.ts'

const OWN_ACCESS = 'You cannot change your own role and policies. Ask another administrator.'

/** The form of a user, with what saving it gives and takes. */
export function EditUser({ user }: { user: UserDetail }) {
  const navigate = useNavigate()
  const isOwn = useUser().email === user.email
  const close = () => void navigate(recordLink(USERS, user.id))
  const { form, base, before, values, impact, theirs, newer, merged, showTheirs, rebase, take } =
    useAccessForm<UserDetail, UserValues>({
      record: user,
      permission: 'user:update',
      fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
      nameOf: fullName,
      valuesOf,
      changeOf,
      save: ({ id, version }, old, entered, seen) => {
        const changes = changesOf(old, entered)
        return (
          changes && call(userEndpoints.update, { params: { id }, body: { version, ...changes, ...seen } })
        )
      },
      store: storeUser,
      onSaved: close,
    })
  const nameOf = useNames(theirs ? [base, theirs] : [base])
  return (
    <>
      <div className={css.columns} data-beside={impact !== undefined || undefined}>
        <RecordForm
          label={`Details of ${fullName(base)}`}
          form={form}
          permission="user:update"
          onCancel={close}
          notices={<AccessNotices merged={merged} newer={newer} onShow={showTheirs} />}
        >
          <div className={formCss.fields}>
            <ProfileFields form={form} isOwn={isOwn} isPhoneLocked={base.exceeds.account} />
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
      {theirs && (
        <AccessConflict
          // Another conflict starts again.
          key={theirs.version}
          noun="user"
          name={fullName(theirs)}
          busy={form.busy}
          theirs={theirs}
          versions={{ base: asText(before), mine: asText(values), theirs: asText(valuesOf(theirs)) }}
          labelOf={(name) => textLabel(name, nameOf)}
          shown={(name, text) => (name === 'role_id' ? nameOf(text) : text)}
          onSave={(result) => take(theirs, fromText(result))}
          onDiscard={() => rebase(theirs)}
          onBack={() => showTheirs(undefined)}
        />
      )}
    </>
  )
}

/** Names of roles and policies by their ids, also of those that are no longer offered. */
function useNames(users: readonly Pick<UserDetail, 'role' | 'extra_policies'>[]) {
  const { data: roles = [] } = useQuery(roleOptionsQuery)
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const held = users.flatMap(({ role, extra_policies }) => [role, ...extra_policies])
  const names = new Map([...held, ...roles, ...policies].map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? id
}
