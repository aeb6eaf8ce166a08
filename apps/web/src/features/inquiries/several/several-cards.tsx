import { PURPOSES } from '@backoffice/contract/purposes'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { today } from '../../../kit/format/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DateRangeField } from '../date-range-field.tsx'
import { refreshInquiries } from '../inquiry-queries.ts'
import { PurposeField } from '../purpose-field.tsx'
import { PastedList } from './pasted-list.tsx'
import { readCardNumbers } from './read-card-numbers.ts'
import { runSeveral, type Step, type UploadedList } from './run-several.ts'
import css from './several.module.css'
import { type SeveralValues, severalFields, startValues } from './several-form.ts'

/** A file of cards needs both. */
const NEED = ['inquiry:run', 'file:upload'] as const

const STEP_LABELS: Readonly<Record<Step, string>> = {
  upload: 'Uploading the list…',
  check: 'Checking the list…',
  confirm: 'Starting the inquiry…',
}

/** An inquiry over pasted card numbers, which runs as a file. The numbers stay on this page. */
export function SeveralCards() {
  const navigate = useNavigate()
  const { guard } = usePermission(NEED)
  const [step, setStep] = useState<Step>()
  const uploaded = useRef<UploadedList>(undefined)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const run = useWrite({
    isRepeatable: true,
    run: async ({ numbers, ...values }: SeveralValues, idempotencyKey) => {
      const purpose = PURPOSES.find((each) => each === values.purpose)
      if (!purpose) throw new Error('The form was submitted without a purpose.')
      const cards = readCardNumbers(numbers).cards.map(({ digits }) => digits)
      return runSeveral(
        { ...values, purpose, numbers: cards },
        {
          idempotencyKey,
          uploaded: uploaded.current,
          onUploaded: (list) => {
            uploaded.current = list
          },
          onStep: setStep,
          signal: leaving.current.signal,
        },
      )
    },
    refresh: refreshInquiries,
  })
  const form = useRuleForm<SeveralValues, string>({
    fields: severalFields(),
    values: startValues(),
    submit: run.send,
    saved: (_, source_filekey) => void navigate({ to: '/files/$source_filekey', params: { source_filekey } }),
  })
  return (
    <Card>
      <Form form={form} guard={guard} className={css.form} aria-label="Several cards">
        <FormRefusal form={form} />
        <div className={css.numbers}>
          <TextArea
            {...form.field('numbers')}
            rows={8}
            spellCheck={false}
            hint="2 to 500 numbers of 16 digits, with any separators. Words between them are ignored."
          />
          <PastedList text={form.watch('numbers')} onChange={(text) => form.set('numbers', text)} />
        </div>
        <div className={css.fields}>
          <DateRangeField form={form} without={['LAST_92']} />
          <div className={css.dates}>
            <DateField {...form.date('date_from')} max={today()} />
            <DateField {...form.date('date_to')} max={today()} />
          </div>
          <PurposeField form={form} />
          <TextField {...form.field('ticket_no')} spellCheck={false} />
          <div className={css.submit}>
            <PermissionGate permission={NEED}>
              <Button type="submit" variant="primary" busy={form.busy}>
                Run inquiry
              </Button>
            </PermissionGate>
            <p role="status">
              {form.busy && step
                ? STEP_LABELS[step]
                : 'Runs as a file. The inquiry is recorded with its purpose and ticket.'}
            </p>
          </div>
        </div>
      </Form>
    </Card>
  )
}
