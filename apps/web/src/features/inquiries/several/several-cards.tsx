import { inquiryEndpoints, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { checkRange, checkTicket } from '@backoffice/contract/inquiry-criteria'
import { PURPOSES } from '@backoffice/contract/purposes'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import type { RuleFormOptions } from '../../../kit/form/rule-form.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { today } from '../../../kit/format/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date/date-input.tsx'
import { TextField } from '../../../ui/field.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Table } from '../../../ui/table.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { refreshInquiries } from '../inquiry-queries.ts'
import { DateRangeField, datesOf, PurposeField } from '../search-fields.tsx'
import {
  type PastedCard,
  readCardNumbers,
  runSeveral,
  type Step,
  type UploadedList,
} from './card-inquiries.ts'
import css from './several.module.css'

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

type SeveralValues = {
  numbers: string
  date_from: string
  date_to: string
  purpose: string
  ticket_no: string
}

const MIN_CARDS = 2
const MAX_CARDS = 500

function startValues(): SeveralValues {
  return { numbers: '', ...datesOf('LAST_30', today()), purpose: '', ticket_no: '' }
}

function severalFields() {
  const rangeError =
    (name: 'date_from' | 'date_to') =>
    (_: string, { date_from, date_to }: SeveralValues) => {
      // Empty fields have their own rule.
      if (date_from === '' || date_to === '') return undefined
      const problem = checkRange({ date_from, date_to }, today(), MAX_ROW_RANGE_DAYS)
      return problem?.field === name ? problem.message : undefined
    }
  return {
    numbers: { label: 'Card numbers', rules: 'required', check: checkNumbers },
    date_from: { label: 'Date from', rules: 'required', check: rangeError('date_from'), reads: ['date_to'] },
    date_to: { label: 'Date to', rules: 'required', check: rangeError('date_to'), reads: ['date_from'] },
    purpose: inquiryEndpoints.run.rules.purpose,
    ticket_no: { ...inquiryEndpoints.run.rules.ticket_no, check: checkTicket },
  } satisfies RuleFormOptions<SeveralValues>['fields']
}

/** The reason why the pasted numbers cannot be looked up as they are. */
function checkNumbers(text: string): string | undefined {
  const { cards } = readCardNumbers(text)
  if (cards.length > MAX_CARDS)
    return `At most ${MAX_CARDS} cards; these are ${formatNumber(cards.length)}. Upload a file for more.`
  const wrong = cards.filter(({ problem }) => problem !== undefined).length
  if (wrong > 0)
    return `${plural(wrong, 'number')} can’t be looked up. Correct or remove ${wrong === 1 ? 'it' : 'them'}.`
  if (cards.length < MIN_CARDS) return `Enter at least ${MIN_CARDS} cards. For one card, use Single inquiry.`
  return undefined
}

/** Wrong numbers shown; the rest follow as these are corrected. */
const MAX_SHOWN = 50

type Props = { text: string; onChange: (text: string) => void }

/** Number of cards in the pasted text, and each number that is wrong. */
function PastedList({ text, onChange }: Props) {
  const { cards, ignored } = useMemo(() => readCardNumbers(text), [text])
  const wrong = cards.filter(({ problem }) => problem !== undefined)
  const repeated = cards.filter(isRepeated)
  if (text.trim() === '') return null
  return (
    <div className={css.read}>
      <div className={css.summary}>
        <p role="status">
          <strong>{plural(cards.length - wrong.length, 'card')}</strong>
          {wrong.length > 0 && <span data-tone="bad">{wrong.length} wrong</span>}
          {ignored > 0 && <span>{plural(ignored, 'shorter number')} ignored</span>}
        </p>
        {repeated.length > 0 && (
          <Button onClick={() => onChange(withoutRepeated(cards))}>
            Remove {plural(repeated.length, 'duplicate')}
          </Button>
        )}
      </div>
      {wrong.length > 0 && (
        <Table label="Wrong numbers" plain>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Number</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {[...wrong.slice(0, MAX_SHOWN).entries()].map(([at, card]) => (
              <tr key={at}>
                <td>{card.line}</td>
                <td>
                  <code className={css.number}>{card.text}</code>
                </td>
                <td className={css.problem}>{card.problem}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {wrong.length > MAX_SHOWN && (
        <p className={css.more}>{plural(wrong.length - MAX_SHOWN, 'more is', 'more are')} wrong.</p>
      )}
    </div>
  )
}

const isRepeated = ({ problem }: PastedCard) => problem?.startsWith('Same card') === true

/** One number per line, each card once; wrong ones as typed. */
const withoutRepeated = (cards: readonly PastedCard[]) =>
  cards
    .filter((card) => !isRepeated(card))
    .map(({ text }) => text)
    .join('\n')
