import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { plural } from '../../kit/figures.ts'
import { PURPOSE_WORDS } from '../../kit/purposes.ts'
import { today } from '../../kit/times.ts'
import { Field } from '../../ui/field.tsx'
import css from './confirmation.module.css'
import { rangeErrors } from './confirmation-rules.ts'
import type { ConfirmationValues } from './confirmation-values.ts'

type Props = { file: TrackedFile; form: UseFormReturn<ConfirmationValues> }

export function ConfirmationFields({ file, form }: Props) {
  const { register, trigger, formState, getFieldState } = form
  const { errors } = formState
  return (
    <>
      <div className={css.fields}>
        <Field label="Purpose" error={errors.purpose?.message}>
          {(control) => (
            <select
              {...control}
              required
              {...register('purpose', {
                validate: (value) => value !== '' || 'Select Purpose',
                onChange: () => trigger('purpose'),
              })}
            >
              <option value="">Select option</option>
              {Object.entries(PURPOSE_WORDS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Ticket" optional error={errors.ticket_no?.message}>
          {(control) => (
            <input {...control} autoComplete="off" {...register('ticket_no', { validate: ticketRule })} />
          )}
        </Field>
        {file.rows_without_dates > 0 && (
          <>
            <Field
              label="Date from"
              error={errors.date_from?.message}
              hint={`For the ${plural(file.rows_without_dates, 'row')} without dates.`}
            >
              {(control) => (
                <input
                  {...control}
                  type="date"
                  max={today()}
                  {...register('date_from', {
                    validate: (from, { date_to }) => rangeErrors(from, date_to, today()).date_from ?? true,
                    onBlur: () => getFieldState('date_to').isTouched && trigger('date_to'),
                  })}
                />
              )}
            </Field>
            <Field label="Date to" error={errors.date_to?.message} hint="At most 31 days, both ends counted.">
              {(control) => (
                <input
                  {...control}
                  type="date"
                  max={today()}
                  {...register('date_to', {
                    validate: (to, { date_from }) => rangeErrors(date_from, to, today()).date_to ?? true,
                  })}
                />
              )}
            </Field>
          </>
        )}
      </div>
      {file.already_uploaded && (
        <Field label="Reason for running it again" error={errors.duplicate_reason?.message}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              {...register('duplicate_reason', {
                validate: (value) =>
                  value.trim() === ''
                    ? 'Enter Reason for running it again'
                    : value.length <= 200 || 'Reason must only contain 200 characters',
              })}
            />
          )}
        </Field>
      )}
      {file.counts.error > 0 && (
        <Extent
          {...register('partial', { onChange: () => form.clearErrors('partial') })}
          invalid={file.counts.error}
          error={errors.partial?.message}
        />
      )}
    </>
  )
}

function ticketRule(value: string): true | string {
  return value.trim().length <= 30 || 'Ticket must only contain 30 characters'
}

type ExtentProps = { invalid: number; error: string | undefined } & React.ComponentProps<'input'>

function Extent({ invalid, error, ...radio }: ExtentProps) {
  const id = useId()
  return (
    <fieldset className={css.extent} aria-describedby={error ? id : undefined}>
      <legend>{plural(invalid, 'row')} cannot be looked up</legend>
      <label>
        <input type="radio" value="valid" {...radio} />
        Valid rows only: the others are listed in the result with what is wrong
      </label>
      <label>
        <input type="radio" value="all" {...radio} />
        All or nothing: nothing runs while a row is invalid
      </label>
      <p id={id} className={css.error}>
        {error}
      </p>
    </fieldset>
  )
}
