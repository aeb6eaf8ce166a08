import { ROLE_RULES, roleEndpoints } from '@backoffice/contract/endpoints/roles'
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
import { moduleNames, NO_ROLE, RoleFields, type RoleValues, roleValues } from './role-fields.tsx'
import { ROLES, refreshRoles, roleQuery, storeRole } from './roles-queries.ts'

const back = listLink(ROLES)

/** `from`: the id of the role to copy. */
export function CreateRole({ from }: { from: string | undefined }) {
  const copied = useQuery({ ...roleQuery(from ?? ''), enabled: from !== undefined })
  const values =
    from === undefined
      ? NO_ROLE
      : copied.data && { ...roleValues(copied.data), name: `Copy of ${copied.data.name}`.slice(0, 50) }
  return (
    <RecordPane heading="Create role" title="Create role" width="wide" back={back}>
      {values ? (
        <CreateForm values={values} />
      ) : copied.error ? (
        <UnreadableRecord
          noun="role"
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

function CreateForm({ values: initial }: { values: RoleValues }) {
  const navigate = useNavigate()
  const created = useRef('')
  const key = useRef({ body: '', key: '' })
  const form = useRuleForm<RoleValues>({
    fields: ROLE_RULES,
    values: initial,
    submit: async ({ modules, ...values }) => {
      const body = { ...values, modules: moduleNames(modules) }
      const text = JSON.stringify(body)
      // The same for the same values, so that a repeated call creates once.
      if (key.current.body !== text) key.current = { body: text, key: crypto.randomUUID() }
      const role = await performWrite(
        {
          run: () => call(roleEndpoints.create, { body, idempotencyKey: key.current.key }),
          done: (saved) => `${saved.name} created`,
          refresh: refreshRoles,
          onDone: storeRole,
        },
        undefined,
      )
      created.current = role.id
      setLastRow(role.id)
    },
    saved: () => void navigate(recordLink(ROLES, created.current)),
  })
  return (
    <div className={css.columns} data-alone>
      <RecordForm
        label="Details of the new role"
        form={form}
        permission="role:create"
        onCancel={() => void navigate(back)}
      >
        <div className={formCss.fields}>
          <RoleFields form={form} saved={NO_ROLE} />
        </div>
      </RecordForm>
    </div>
  )
}
