import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { fileKeys } from '../../api/files.ts'
import { runInquiry } from '../../api/inquiries.ts'
import { Form, FormRefusal } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { plural } from '../../kit/format-number.ts'
import { whenInSentence } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { ApiError } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './confirmation.module.css'
import { ConfirmationFields } from './confirmation-fields.tsx'
import { confirmationFields } from './confirmation-rules.ts'
import { EMPTY, toBody } from './confirmation-values.ts'

/** The dry run in a sentence, and what is asked before the file is run. */
export function Confirmation({ file }: { file: TrackedFile }) {
  const queryClient = useQueryClient()
  // One for this confirmation, however often it is sent: it runs once.
  const idempotencyKey = useRef(crypto.randomUUID())
  const { counts, already_uploaded } = file
  const form = useRuleForm({
    fields: confirmationFields({
      dates: file.rows_without_dates > 0,
      reason: already_uploaded !== null,
      extent: counts.error > 0 ? `${plural(counts.error, 'row')} cannot be looked up` : '',
    }),
    values: EMPTY,
    async submit(values) {
      try {
        await runInquiry(toBody(file, values), idempotencyKey.current)
      } catch (error) {
        if (error instanceof ApiError && error.status > 0) idempotencyKey.current = crypto.randomUUID()
        throw error
      }
      await queryClient.invalidateQueries({ queryKey: fileKeys.one(file.source_filekey) })
    },
  })

  const runs = form.watch('partial') === 'all' ? counts.total : counts.valid
  return (
    <Card title="Run the inquiry">
      <Form form={form} className={css.form}>
        <p className={css.lead}>
          The check is done: {plural(counts.valid, 'row')} can be looked up
          {counts.error > 0 && `, ${plural(counts.error, 'row')} cannot`}
          {counts.duplicate > 0 &&
            `, ${plural(counts.duplicate, 'row repeats', 'rows repeat')} an earlier one`}
          . The result has a line for each of the {plural(counts.total, 'row')}.
        </p>
        {already_uploaded && (
          <Notice tone="warn" title="This very file was uploaded before.">
            It was uploaded {whenInSentence(already_uploaded.at)} by {already_uploaded.by}. Run it again only
            with a reason.
          </Notice>
        )}
        <FormRefusal form={form} />
        <ConfirmationFields file={file} form={form} />
        <div className={css.submit}>
          <PermissionGate permission="inquiry:run">
            <Button type="submit" variant="primary" busy={form.busy}>
              Run inquiry
            </Button>
          </PermissionGate>
          <span>{plural(runs, 'row')} to look up</span>
        </div>
      </Form>
    </Card>
  )
}
