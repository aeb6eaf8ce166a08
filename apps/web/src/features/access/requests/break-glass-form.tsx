import {
  type AccessOptions,
  accessRequestEndpoints,
  BREAK_GLASS_RULES,
} from '@backoffice/contract/access-requests'
import { useEffect, useId } from 'react'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { refreshWithin } from '../../../session/session-refresh.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { refreshApprovals } from '../../approvals/requests/approval-queries.ts'
import { ownTemporaryAccessQuery } from '../access-queries.ts'
import { reportBreakGlass } from './access-requests.ts'
import { type Draft, draftOf, keepDraft } from './drafts.ts'
import css from './request.module.css'

type Values = Pick<Draft, 'role_id' | 'reason' | 'ticket_no'>

type Props = {
  options: AccessOptions
  /** Opens a path. */
  open: (path: string) => void
  onTaken: () => void
  onBack: () => void
}

/** Takes a role at once in an emergency. */
export function BreakGlassForm({ options: { permission, break_glass }, open, onTaken, onBack }: Props) {
  const { roles, hours } = break_glass
  const nameOf = ({ role_id }: Values) => roles.find(({ id }) => id === role_id)?.name ?? ''
  const take = useWrite({
    run: (body: Values, idempotencyKey) => call(accessRequestEndpoints.breakGlass, { body, idempotencyKey }),
    isRepeatable: true,
    refresh: refreshOwnAccess,
    // The screen behind the dialog opens before the dialog closes.
    awaitsRefresh: true,
    showsError: true,
  })
  const form = useRuleForm<Values, Awaited<ReturnType<typeof take.send>>>({
    fields: { role_id: { label: 'Role', rules: 'select_required' }, ...BREAK_GLASS_RULES },
    values: initialValues(permission, roles),
    submit: take.send,
    saved: (values, taken) => {
      reportBreakGlass({ name: nameOf(values), ...taken }, open)
      onTaken()
    },
    confirmLeave: false,
  })
  const values = form.watchAll()
  useEffect(() => keepDraft(permission, values))
  const { ref } = form.element
  useEffect(() => ref.current?.querySelector<HTMLElement>('[type="radio"]:checked')?.focus(), [ref])
  return (
    <Form form={form} className={css.form} aria-label="Break-glass access">
      <div className={css.body}>
        <Notice tone="warn" title="For emergencies only">
          Access starts at once, without approval, and ends after {plural(hours, 'hour')}. Everyone who
          decides requests is notified now. One of them reviews it and can end it.
        </Notice>
        <RadioGroup
          {...form.field('role_id')}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          hint="Replaces your role until it ends"
        />
        <TextArea {...form.field('reason')} rows={2} hint="Shown to the users who review it" />
        <TextField {...form.field('ticket_no')} />
      </div>
      {form.formError && (
        <div className={css.error}>
          <FormErrorNotice form={form} />
        </div>
      )}
      <div className={css.foot}>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          Start break-glass access
        </Button>
      </div>
    </Form>
  )
}

/** The event stream brings a change of access that takes longer. */
const RELOAD_WITHIN_MS = 5_000

async function refreshOwnAccess(): Promise<void> {
  const { queryKey } = ownTemporaryAccessQuery
  await Promise.all([
    refreshWithin(RELOAD_WITHIN_MS),
    refreshApprovals(),
    queryClient.invalidateQueries({ queryKey }),
  ])
}

type RolesOf = AccessOptions['break_glass']['roles']

function initialValues(permission: string, roles: RolesOf): Values {
  const { role_id, reason = '', ticket_no = '' } = draftOf(permission)
  const chosen = roles.find(({ id }) => id === role_id) ?? roles[0]
  return { role_id: chosen?.id ?? '', reason, ticket_no }
}

type OfferProps = { hours: number; onChoose: () => void }

/** Offers break-glass access below the form of a request. */
export function BreakGlassOffer({ hours, onChoose }: OfferProps) {
  const id = useId()
  return (
    <section className={css.offer} aria-labelledby={id}>
      <div>
        <h3 id={id}>Break-glass access</h3>
        <p className={css.words}>
          In an emergency, take a role for {plural(hours, 'hour')} without waiting for approval.
        </p>
      </div>
      <Button onClick={onChoose}>Use break-glass access</Button>
    </section>
  )
}
