import type { RoleImpact, UserRow } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { type BulkOutcome, outcomesOf } from '../../kit/record/bulk-outcomes.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { refreshAccess } from '../access/access-queries.ts'
import { ImpactPanel } from '../access/impact-panel.tsx'
import { RolePicker } from './role-picker.tsx'
import { describeUsers, fullName } from './user-words.ts'
import css from './users.module.css'
import { roleImpactQuery } from './users-queries.ts'

const STILL_WORKING = 'The impact is still being calculated. Check it when it appears, then try again.'
const CHANGED_SINCE =
  'Another user changed access in the meantime, so the impact has changed. Check the new impact, then try again.'
const NONE = 'None of these users can get this role.'

type Props = {
  rows: readonly UserRow[]
  onDone: (outcome: BulkOutcome<UserRow>) => void
  onClose: () => void
}

/** Changes the role of selected users, after showing what they gain and lose. */
export function ChangeRoleDialog({ rows, onDone, onClose }: Props) {
  const items = rows.map(({ id, version }) => ({ id, version }))
  const write = useWrite({
    isRepeatable: true,
    run: async (body: { role_id: string; impact_version: string }, idempotencyKey) => {
      const reply = await call(userEndpoints.updateRole, { body: { items, ...body }, idempotencyKey })
      return outcomesOf(rows, reply.items, fullName)
    },
    successText: ({ written }) =>
      written.length > 0 ? `Role of ${describeUsers(written)} changed` : undefined,
    refresh: refreshAccess,
  })
  const form = useRuleForm<{ role_id: string }, BulkOutcome<UserRow>>({
    fields: { role_id: { label: 'New role', rules: 'select_required' } },
    values: { role_id: '' },
    submit: async ({ role_id }) => {
      if (!impact.data || !isCurrent) throw new FormError(STILL_WORKING)
      if (impact.data.refused.length === rows.length) throw new FormError(NONE)
      const { impact_version } = impact.data
      return write.send({ role_id, impact_version }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'impact_changed') throw error
        void impact.refetch()
        throw new FormError(CHANGED_SINCE)
      })
    },
    saved: (_, outcome) => onDone(outcome),
    sent: onClose,
    confirmLeave: false,
  })
  const roleId = form.watch('role_id')
  const impact: UseQueryResult<RoleImpact> = useQuery({
    ...roleImpactQuery({ items, role_id: roleId }),
    enabled: roleId !== '',
    placeholderData: keepPreviousData,
  })
  const isCurrent = impact.data !== undefined && !impact.isPlaceholderData && !impact.isFetching
  return (
    <FormDialog
      form={form}
      title={`Change role of ${describeUsers(rows)}`}
      message="Extra policies and temporary access stay."
      yes="Change role"
      onClose={onClose}
    >
      <RolePicker field={form.widget('role_id')} />
      {roleId !== '' && (
        <ImpactPanel
          noun="role"
          summary={impact.data && summary(impact.data)}
          state={{
            impact: impact.data,
            isCurrent,
            error: impact.error,
            isFetching: impact.isFetching,
            refetch: () => void impact.refetch(),
          }}
        />
      )}
      {impact.data && <Refused refused={impact.data.refused} rows={rows} />}
    </FormDialog>
  )
}

function summary({ user_count, unchanged_count }: RoleImpact): string {
  const changed = user_count - unchanged_count
  const others = unchanged_count > 0 ? ` ${plural(unchanged_count, 'user')} already ` : ''
  const words = others && `${others}${unchanged_count === 1 ? 'has' : 'have'} it.`
  return `${plural(changed, 'user')} ${changed === 1 ? 'gets' : 'get'} the role.${words}`
}

type RefusedProps = Pick<RoleImpact, 'refused'> & { rows: Props['rows'] }

function Refused({ refused, rows }: RefusedProps) {
  if (refused.length === 0) return null
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id)
    return row ? describeUsers([row]) : 'A user'
  }
  return (
    <section>
      <p className={css.message}>
        {plural(refused.length, 'user')} {refused.length === 1 ? 'keeps' : 'keep'} the current role:
      </p>
      <ul className={css.work}>
        {refused.map(({ id, name, detail }) => (
          <li key={id}>
            <strong>{name ?? nameOf(id)}</strong> <span>{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
