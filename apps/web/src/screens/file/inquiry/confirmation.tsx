import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { inquiryEndpoints, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { fileKeys } from '../../../files/file-cache.ts'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { plural } from '../../../kit/format-number.ts'
import { today, whenInSentence } from '../../../kit/format-time.ts'
import { usePermission } from '../../../kit/permission.ts'
import { PermissionGate } from '../../../kit/permission-gate.tsx'
import { useWrite } from '../../../kit/use-write.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Fields } from '../../../ui/fields.tsx'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from './confirmation.module.css'
import { type ConfirmationValues, confirmationFields, EMPTY, toBody } from './confirmation-form.ts'

/** Summary of the check, and the form that starts the inquiry. */
export function Confirmation({ file }: { file: TrackedFile }) {
  const { guard } = usePermission('inquiry:run')
  const { counts, already_uploaded } = file
  const run = useWrite({
    isRepeatable: true,
    run: (values: ConfirmationValues, idempotencyKey) =>
      call(inquiryEndpoints.run, { body: toBody(file, values), idempotencyKey }),
    refresh: () => queryClient.invalidateQueries({ queryKey: fileKeys.detail(file.source_filekey) }),
    awaitsRefresh: true,
  })
  const form = useRuleForm({
    fields: confirmationFields({
      dates: file.rows_without_dates > 0,
      reason: already_uploaded !== null,
      invalidRows: counts.error,
    }),
    values: EMPTY,
    submit: run.send,
  })

  const isBlocked = counts.error > 0 && form.watch('partial') === 'all'
  const extentId = useId()
  return (
    <Card title="Run the inquiry">
      <Form form={form} guard={guard} className={css.form}>
        <p className={css.lead}>
          The check is done: {plural(counts.valid, 'row')} can be looked up
          {counts.error > 0 && `, ${plural(counts.error, 'row')} cannot`}
          {counts.duplicate > 0 &&
            `, ${plural(counts.duplicate, 'row repeats', 'rows repeat')} an earlier one`}
          . The result has one line per row.
        </p>
        {already_uploaded && (
          <Notice
            tone="warn"
            title="This file was already uploaded."
            action={
              already_uploaded.source_filekey && (
                <Link
                  to="/files/$source_filekey"
                  params={{ source_filekey: already_uploaded.source_filekey }}
                  {...buttonVariant('plain')}
                >
                  View the earlier file
                </Link>
              )
            }
          >
            {already_uploaded.by} uploaded it {whenInSentence(already_uploaded.at)}. Enter a reason to run it
            again.
          </Notice>
        )}
        <FormErrorNotice form={form} />
        <ConfirmationFields file={file} form={form} />
        <div className={css.submit}>
          <PermissionGate permission="inquiry:run">
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              aria-disabled={isBlocked}
              aria-describedby={extentId}
            >
              Run inquiry
            </Button>
          </PermissionGate>
          <span id={extentId}>
            {isBlocked
              ? `Blocked: ${plural(counts.error, 'row is', 'rows are')} invalid`
              : `${plural(counts.valid, 'row')} to look up`}
          </span>
        </div>
      </Form>
    </Card>
  )
}

type FieldsProps = { file: TrackedFile; form: RuleForm<ConfirmationValues> }

const EXTENTS = [
  { value: 'valid', label: 'Valid rows only: the result lists the other rows with their errors' },
  { value: 'all', label: 'All or nothing: nothing runs if any row is invalid' },
]

function ConfirmationFields({ file, form }: FieldsProps) {
  return (
    <>
      <Fields columns={2}>
        <NativeSelectField {...form.field('purpose')}>
          <option value="">Select option</option>
          {Object.entries(PURPOSE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <TextField {...form.field('ticket_no')} />
        {file.rows_without_dates > 0 && (
          <>
            <TextField
              {...form.field('date_from')}
              type="date"
              max={today()}
              hint={`For the ${plural(file.rows_without_dates, 'row')} without dates.`}
            />
            <TextField
              {...form.field('date_to')}
              type="date"
              max={today()}
              hint={`At most ${MAX_ROW_RANGE_DAYS} days, both ends counted.`}
            />
          </>
        )}
      </Fields>
      {file.already_uploaded && <TextField {...form.field('duplicate_reason')} />}
      {file.counts.error > 0 && <RadioGroup {...form.field('partial')} options={EXTENTS} />}
    </>
  )
}
