import { USER_RULES, userEndpoints } from '@backoffice/contract/endpoints/users'
import type { UserDetail, UserRow } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { impactQuery } from '../../access/access-queries.ts'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { whenInSentence } from '../../kit/format-time.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { performWrite } from '../../kit/record/write.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccessFields } from './access-fields.tsx'
import { ImpactSide } from './impact-side.tsx'
import { ProfileFields, type UserValues } from './profile-fields.tsx'
import { UserConflict } from './user-conflict.tsx'
import { changesOf, isAccessChanged, valuesOf } from './user-values.ts'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, storeUser, USERS } from './users-queries.ts'

const OWN_ACCESS = 'You cannot change your own role and policies. Ask another administrator.'
const STILL_WORKING =
  'What saving changes is still being worked out. Look at it once it is shown, then save again.'
const CHANGED_SINCE =
  'Somebody changed access in the meantime, so saving would do something else than was shown. Look at it again, then save.'

/** The form of a user. What is read while it is open never replaces what was typed. */
export function EditUser({ user }: { user: UserDetail }) {
  const navigate = useNavigate()
  const isOwn = useUser().email === user.email
  // The version that the changes are made to.
  const [base, setBase] = useState<UserRow>(user)
  const [theirs, setTheirs] = useState<UserRow>()
  const { id } = base
  const before = valuesOf(base)
  const form = useRuleForm<UserValues>({
    fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
    values: before,
    submit: save,
    saved: () => void navigate(recordLink(USERS, id)),
  })
  const values = valuesIn(form.watch)
  const { role_id, extra_policies } = values
  const changesAccess = role_id !== '' && isAccessChanged(before, values)
  const impact = useQuery({
    ...impactQuery({ kind: 'user', id, role_id, extra_policies: extra_policies.toSorted() }),
    enabled: changesAccess,
  })

  async function save(entered: UserValues): Promise<void> {
    const changes = changesOf(before, entered)
    if (!changes) return
    if (changesAccess && !impact.data) throw new FormError(STILL_WORKING)
    const version = changesAccess ? { impact_version: impact.data?.impact_version } : {}
    try {
      await performWrite(
        {
          run: () =>
            call(userEndpoints.update, {
              params: { id },
              body: { version: base.version, ...changes, ...version },
            }),
          done: (saved) => `${fullName(saved)} saved`,
          refresh: refreshUsers,
          onDone: storeUser,
        },
        undefined,
      )
    } catch (error) {
      throw toFormError(error)
    }
  }

  /** A conflict is shown by itself, everything else by the form. */
  function toFormError(error: unknown): unknown {
    setTheirs(undefined)
    if (!(error instanceof ApiError)) return error
    if (error.code === 'impact_changed') {
      void impact.refetch()
      return new FormError(CHANGED_SINCE)
    }
    if (error.code !== 'version_conflict' || error.current === undefined) return error
    // The reply to a conflict is the user as it is now.
    setTheirs(error.current as UserRow)
    return new FormError('')
  }

  /** Starts again from a version, with other values or with its own. */
  function rebase(onto: UserRow, wanted = valuesOf(onto)) {
    flushSync(() => {
      setTheirs(undefined)
      setBase(onto)
      form.reset(valuesOf(onto))
    })
    // The names are those of the form.
    for (const name of Object.keys(wanted) as (keyof UserValues)[]) form.set(name, wanted[name])
  }

  const isStale = user.version > base.version
  const follow = useEffectEvent(() => rebase(user))
  useEffect(() => {
    // Outside of the effect, because it renders.
    if (isStale && !form.dirty && !form.busy) queueMicrotask(() => follow())
  }, [isStale, form.dirty, form.busy])

  return (
    <>
      <div className={css.columns} data-beside={changesAccess || undefined}>
        <RecordForm
          label={`Details of ${fullName(user)}`}
          form={form}
          permission="user:update"
          onCancel={() => void navigate(recordLink(USERS, id))}
          notices={
            isStale &&
            form.dirty &&
            !form.busy &&
            !theirs && (
              <Notice tone="info" live action={<Button onClick={() => setTheirs(user)}>Show</Button>}>
                Somebody saved version {user.version} {whenInSentence(user.updated_at)}.
              </Notice>
            )
          }
        >
          <div className={formCss.fields}>
            <ProfileFields form={form} />
            <AccessFields
              form={form}
              role={base.role}
              policies={base.extra_policies}
              lockedBecause={isOwn ? OWN_ACCESS : undefined}
            />
          </div>
        </RecordForm>
        {changesAccess && <ImpactSide name={fullName(user)} impact={impact} />}
      </div>
      {theirs && (
        <UserConflict
          // Another conflict starts again.
          key={theirs.version}
          base={base}
          mine={values}
          theirs={theirs}
          busy={form.busy}
          onSave={(result) => {
            rebase(theirs, result)
            form.element.ref.current?.requestSubmit()
          }}
          onDiscard={() => rebase(theirs)}
          onBack={() => setTheirs(undefined)}
        />
      )}
    </>
  )
}

function valuesIn(watch: <K extends keyof UserValues>(name: K) => UserValues[K]): UserValues {
  return {
    email: watch('email'),
    given_name: watch('given_name'),
    family_name: watch('family_name'),
    contact: watch('contact'),
    employee_no: watch('employee_no'),
    department: watch('department'),
    role_id: watch('role_id'),
    extra_policies: watch('extra_policies'),
  }
}
