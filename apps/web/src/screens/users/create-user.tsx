import { USER_RULES, userEndpoints } from '@backoffice/contract/endpoints/users'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { setLastRow } from '../../kit/record/open-record.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { performWrite } from '../../kit/record/write.ts'
import { call } from '../../net/call.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AccessFields } from './access-fields.tsx'
import { NO_VALUES, ProfileFields, profileOf, type UserValues } from './profile-fields.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, storeUser, USERS } from './users-queries.ts'

const back = listLink(USERS)

/** A new user, who is invited by e-mail. */
export function CreateUser() {
  const navigate = useNavigate()
  const created = useRef('')
  const key = useRef({ body: '', key: '' })
  const form = useRuleForm<UserValues>({
    fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
    values: NO_VALUES,
    submit: async (values) => {
      const { email, role_id, extra_policies } = values
      const body = { email, ...profileOf(values), role_id, extra_policies }
      const text = JSON.stringify(body)
      // The same for the same values, so that a repeated call creates once.
      if (key.current.body !== text) key.current = { body: text, key: crypto.randomUUID() }
      const user = await performWrite(
        {
          run: () => call(userEndpoints.create, { body, idempotencyKey: key.current.key }),
          done: (user) => `${fullName(user)} created`,
          refresh: refreshUsers,
          onDone: storeUser,
        },
        undefined,
      )
      created.current = user.id
      setLastRow(user.id)
    },
    saved: () => void navigate(recordLink(USERS, created.current)),
  })
  return (
    <RecordPane heading="Create user" title="Create user" width="wide" back={back}>
      <div className={css.columns}>
        <RecordForm
          label="Details of the new user"
          form={form}
          permission="user:create"
          onCancel={() => void navigate(back)}
        >
          <div className={formCss.fields}>
            <TextField
              {...form.field('email')}
              type="email"
              hint="The invitation with a temporary password goes there. It cannot be changed later."
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
