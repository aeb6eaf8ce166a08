import type { TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { whenInSentence } from '../../../kit/format/format-time.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ConfirmationFields } from '../tracked/confirmation-fields.tsx'
import { type ConfirmationValues, confirmationFields, EMPTY, toBody } from '../tracked/confirmation-form.ts'
import { fileKeys } from '../tracked/file-cache.ts'
import css from './confirmation.module.css'

const ignored = () => () => undefined

type Props = {
  file: TrackedFile
  /** True while corrected rows are not checked: the form stays in its place, and cannot be sent. */
  needsRecheck: boolean
}

/** Summary of the check, and the form that starts the inquiry. */
export function Confirmation({ file, needsRecheck }: Props) {
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

  const isAllOrNothing = counts.error > 0 && form.watch('partial') === 'all'
  const blocked = needsRecheck
    ? 'Blocked: re-check the fixed rows first'
    : isAllOrNothing && `Blocked: ${plural(counts.error, 'row is', 'rows are')} invalid`
  const extentId = useId()
  return (
    <Card title="Run the inquiry">
      <Form form={form} guard={needsRecheck ? ignored : guard} className={css.form}>
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
        <FormRefusal form={form} />
        <ConfirmationFields
          form={form}
          rowsWithoutDates={file.rows_without_dates}
          isRepeated={already_uploaded !== null}
          invalidRows={counts.error}
        />
        <div className={css.submit}>
          <PermissionGate permission="inquiry:run">
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              aria-disabled={blocked !== false}
              aria-describedby={extentId}
            >
              Run inquiry
            </Button>
          </PermissionGate>
          <span id={extentId}>{blocked || `${plural(counts.valid, 'row')} to look up`}</span>
        </div>
      </Form>
    </Card>
  )
}
