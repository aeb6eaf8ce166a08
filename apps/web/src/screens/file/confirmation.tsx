import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Failure, wordsOf } from '../../api/failure.ts'
import { fileKeys } from '../../api/files.ts'
import { runInquiry } from '../../api/inquiries.ts'
import { plural } from '../../kit/figures.ts'
import { Gate } from '../../kit/gate.tsx'
import { when } from '../../kit/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './confirmation.module.css'
import { ConfirmationFields } from './confirmation-fields.tsx'
import { type ConfirmationValues, EMPTY, fieldOf, toBody } from './confirmation-values.ts'

/** The dry run in a sentence, and what is asked before the file is run. */
export function Confirmation({ file }: { file: TrackedFile }) {
  const queryClient = useQueryClient()
  // One for this confirmation, however often it is sent: it runs once.
  const idempotencyKey = useRef(crypto.randomUUID())
  const [refusal, setRefusal] = useState('')
  const form = useForm<ConfirmationValues>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    defaultValues: EMPTY,
  })

  async function submit(values: ConfirmationValues) {
    setRefusal('')
    try {
      await runInquiry(toBody(file, values), idempotencyKey.current)
      await queryClient.invalidateQueries({ queryKey: fileKeys.one(file.source_filekey) })
    } catch (error) {
      if (error instanceof Failure && error.status > 0) idempotencyKey.current = crypto.randomUUID()
      const fields = error instanceof Failure ? error.fields : []
      const known = fields.flatMap(({ field, message }) => {
        const name = fieldOf(field)
        return name ? [{ name, message }] : []
      })
      known.forEach(({ name, message }, index) => {
        form.setError(name, { message }, { shouldFocus: index === 0 })
      })
      if (known.length === 0) setRefusal(wordsOf(error))
    }
  }

  const { counts, already_uploaded } = file
  const runs = form.watch('partial') === 'all' ? counts.total : counts.valid
  return (
    <Card title="Run the inquiry">
      <form
        className={css.form}
        noValidate
        onSubmit={(event: FormEvent) => void form.handleSubmit(submit)(event)}
      >
        <p className={css.lead}>
          The check is done: {plural(counts.valid, 'row')} can be looked up
          {counts.error > 0 && `, ${plural(counts.error, 'row')} cannot`}
          {counts.duplicate > 0 &&
            `, ${plural(counts.duplicate, 'row repeats', 'rows repeat')} an earlier one`}
          . The result has a line for each of the {plural(counts.total, 'row')}.
        </p>
        {already_uploaded && (
          <Notice tone="warn" title="This very file was uploaded before.">
            On {when(already_uploaded.at)} by {already_uploaded.by}. Run it again only with a reason.
          </Notice>
        )}
        {refusal && (
          <Notice tone="bad" live>
            {refusal}
          </Notice>
        )}
        <ConfirmationFields file={file} form={form} />
        <div className={css.submit}>
          <Gate permission="inquiry:run">
            <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
              Run inquiry
            </Button>
          </Gate>
          <span>{plural(runs, 'row')} to look up</span>
        </div>
      </form>
    </Card>
  )
}
