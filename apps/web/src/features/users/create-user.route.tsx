import { USER_RULES, type UserDetail, userEndpoints } from '@backoffice/contract/users'
import { createFileRoute, type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import formCss from '../../kit/record/record-form.module.css'
import { type AfterSave, RecordForm } from '../../kit/record/record-form.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { BrokenRecord, RecordPane } from '../../kit/record/record-pane.tsx'
import { call } from '../../net/call.ts'
import { TextField } from '../../ui/field.tsx'
import { AccessFields, NO_VALUES, ProfileFields, profileOf, type UserValues } from './user-fields.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, storeUser, USERS } from './users-queries.ts'

export const Route = createFileRoute('/_app/users/users_list/create')({
  component: CreateUser,
  errorComponent: BrokenUser,
})

const back = listLink(USERS)

/** Form for a new user, who is invited by email. */
function CreateUser() {
  const navigate = useNavigate()
  const next = useRef<AfterSave>('close')
  const write = useWrite({
    isRepeatable: true,
    run: (values: UserValues, idempotencyKey) => {
      const { email, role_id, extra_policies } = values
      const body = { email, ...profileOf(values), role_id, extra_policies }
      return call(userEndpoints.create, { body, idempotencyKey })
    },
    successText: (user) => `${fullName(user)} created. The invitation is being sent.`,
    store: (user) => {
      storeUser(user)
      setLastRow(user.id)
    },
    refresh: refreshUsers,
  })
  const form = useRuleForm<UserValues, UserDetail>({
    fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
    values: NO_VALUES,
    submit: write.send,
    saved: (values, { id }) => {
      if (next.current === 'close') return void navigate(recordLink(USERS, id))
      // Users who are created one after another often have the same role and department.
      const { role_id, department, extra_policies } = values
      form.reset({ ...NO_VALUES, role_id, department, extra_policies })
      focusFirst(form.element.ref.current)
    },
    sent: () => void navigate(back),
  })
  const { ref } = form.element
  useEffect(() => focusFirst(ref.current), [ref])
  return (
    <RecordPane heading="Create user" title="Create user" width="wide" back={back}>
      <div className={css.columns} data-takes-focus>
        <RecordForm
          label="Details of the new user"
          form={form}
          permission="user:create"
          onCancel={() => void navigate(back)}
          next={next}
        >
          <div className={formCss.fields}>
            <TextField
              {...form.field('email')}
              type="email"
              hint="The invitation is sent to this address. It can’t be changed later."
              maxLength={1000}
            />
            <ProfileFields form={form} />
            <AccessFields form={form} />
          </div>
        </RecordForm>
      </div>
    </RecordPane>
  )
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}

function BrokenUser({ error }: ErrorComponentProps) {
  return <BrokenRecord table={USERS} error={error} />
}
