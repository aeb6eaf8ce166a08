import {
  ACCESS_REQUEST_RULES,
  type AccessChoice,
  type AccessOptions,
} from '@backoffice/contract/access-requests'
import { APPROVAL_EXPIRES_AFTER_HOURS } from '@backoffice/contract/approvals'
import { useEffect } from 'react'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import { FormError } from '../../../kit/form/form-error.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { today } from '../../../kit/format/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date/date-input.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { refreshApprovals } from '../../approvals/requests/approval-queries.ts'
import { notifySent, sendAccessRequest } from './access-requests.ts'
import { BreakGlassOffer } from './break-glass-form.tsx'
import { type Draft, draftOf, keepDraft } from './drafts.ts'
import { describeEnd, durationsWithin, lastDay, timeOf, untilError } from './durations.ts'
import css from './request.module.css'
import { Choices, Deciders, Missing, NO_DECIDER } from './request-parts.tsx'

type Values = Omit<Draft, 'role_id'>

type Props = {
  options: AccessOptions
  onSent: (id: string) => void
  onBreakGlass: () => void
  onClose: () => void
}

export function RequestForm({ options, onSent, onBreakGlass, onClose }: Props) {
  const { permission, choices } = options
  const chosenOf = ({ access }: Pick<Values, 'access'>) => choices.find(({ id }) => id === access)
  const maxHoursOf = (values: Pick<Values, 'access'>) => chosenOf(values)?.max_hours ?? 0
  const send = useWrite({
    run: sendValues,
    isRepeatable: true,
    refresh: refreshApprovals,
    showsError: true,
  })
  const form = useRuleForm<Values, string | undefined>({
    fields: {
      access: { label: 'Access that includes it', rules: 'select_required' },
      hours: {
        label: 'For how long',
        check: (value, values) =>
          durationsWithin(maxHoursOf(values)).some((each) => each.value === value)
            ? undefined
            : 'Choose a shorter time',
        reads: ['access'],
      },
      until: {
        label: 'Until',
        check: (until, values) =>
          values.hours === 'date' ? untilError({ until, maxHours: maxHoursOf(values) }) : undefined,
        reads: ['access', 'hours'],
      },
      ...ACCESS_REQUEST_RULES,
    },
    values: initialValues(options),
    submit: send.send,
    saved: ({ access }, id) => {
      if (id === undefined) return onClose()
      notifySent(id, chosenOf({ access })?.name ?? '')
      onSent(id)
    },
    confirmLeave: false,
  })

  async function sendValues(values: Values, key: string): Promise<string | undefined> {
    const choice = chosenOf(values)
    const time = choice && timeOf({ duration: values.hours, until: values.until, maxHours: choice.max_hours })
    if (!choice || time === undefined) throw new FormError('', { focus: 'access' })
    if (choice.deciders.length === 0) throw new FormError('', { focus: 'access' })
    const { reason, ticket_no } = values
    const access = choice.type === 'role' ? { role_id: choice.id } : { policy_id: choice.id }
    return sendAccessRequest({ ...access, ...time, reason, ...(ticket_no && { ticket_no }) }, key)
  }

  const values = form.watchAll()
  useEffect(() => keepDraft(permission, values))
  const { ref } = form.element
  useEffect(() => ref.current?.querySelector<HTMLElement>('[type="radio"]:checked')?.focus(), [ref])
  const chosen = chosenOf(values)
  const isUndecidable = chosen?.deciders.length === 0
  return (
    <Form form={form} className={css.form} aria-label="Request access">
      <div className={css.body}>
        <Missing options={options} />
        <Choices options={options} field={form.widget('access')} />
        {chosen && (
          <>
            <Time form={form} choice={chosen} values={values} />
            <TextArea {...form.field('reason')} rows={2} hint="Approvers see this" />
            <TextField {...form.field('ticket_no')} />
            <Deciders choice={chosen} />
          </>
        )}
        <p className={css.words}>
          {values.hours === 'date'
            ? 'The access starts when it is approved. It can be approved until then, at most for'
            : 'The time starts when it is approved. It can be approved for'}{' '}
          {APPROVAL_EXPIRES_AFTER_HOURS} hours.
        </p>
      </div>
      {/* Outside of the part that scrolls, so that it is in sight. */}
      {(form.formError || isUndecidable) && (
        <div className={css.error}>
          {isUndecidable && (
            <Notice tone="warn" live>
              {NO_DECIDER}
            </Notice>
          )}
          <FormErrorNotice form={form} />
        </div>
      )}
      <div className={css.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy} aria-disabled={isUndecidable || undefined}>
          Send request
        </Button>
      </div>
      {options.break_glass.roles.length > 0 && (
        <BreakGlassOffer hours={options.break_glass.hours} onChoose={onBreakGlass} />
      )}
    </Form>
  )
}

function initialValues({ permission, choices }: AccessOptions): Values {
  const [least] = choices
  const { hours = 'hour', until = today(), reason = '', ticket_no = '', ...draft } = draftOf(permission)
  const isStillOffered = choices.some(({ id }) => id === draft.access)
  return { access: (isStillOffered ? draft.access : least?.id) ?? '', hours, until, reason, ticket_no }
}

type TimeProps = {
  form: ReturnType<typeof useRuleForm<Values, string | undefined>>
  choice: AccessChoice
  values: Values
}

function Time({ form, choice: { max_hours: maxHours }, values: { hours: duration, until } }: TimeProps) {
  const { label, value, error, onChange } = form.widget('hours')
  const time = timeOf({ duration, until, maxHours })
  return (
    <div className={css.time}>
      <div className={css.duration}>
        <Segments
          label={label}
          options={durationsWithin(maxHours)}
          value={value}
          error={error}
          onChange={onChange}
        />
        <p role="status" className={css.words}>
          {time && describeEnd(time)}
        </p>
      </div>
      {duration === 'date' && (
        <DateField {...form.date('until')} min={today()} max={lastDay(maxHours)} optional={false} />
      )}
    </div>
  )
}
