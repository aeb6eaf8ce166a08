import { type InquiryAnswer, inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { SINGLE_MODE_LABELS, SINGLE_MODES, type SingleMode } from '@backoffice/contract/inquiry-criteria'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/error-notice.tsx'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { today } from '../../../kit/format-time.ts'
import { usePermission } from '../../../kit/permission.ts'
import { PermissionGate } from '../../../kit/permission-gate.tsx'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { answerQuery, inquiriesKey } from '../inquiry-queries.ts'
import {
  type InquiryValues,
  inquiryFields,
  RANGE_HINT,
  SUBJECTS,
  startValues,
  toBody,
  valuesOf,
} from './inquiry-form.ts'
import css from './single.module.css'

const loadAnswer = async () => ({ default: (await import('./answer.tsx')).Answer })
const Answer = lazy(loadAnswer)

/** One inquiry: its form, and below it the answer that the address names. `id`: of a past inquiry. */
export function SingleInquiry({ id }: { id: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...answerQuery(id ?? ''),
    enabled: id !== undefined,
  })
  const lastingError = useLastingError({ error, data })
  const answer = id === undefined ? undefined : data
  // The form stays as it was typed for the answers that it gets, and begins anew for one that was opened.
  const [ran, setRan] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<InquiryAnswer>()
  const isPast = answer !== undefined && !ran.has(answer.id)
  if (isPast && opened?.id !== answer.id) setOpened(answer)
  if (id === undefined && opened) setOpened(undefined)
  if (id !== undefined && !data && !lastingError)
    return (
      <Card>
        <Loading height={72} />
      </Card>
    )
  return (
    <>
      <InquiryForm
        key={opened?.id ?? 'new'}
        past={opened}
        answer={answer}
        onRun={(ranId) => setRan((before) => new Set(before).add(ranId))}
      />
      {lastingError ? (
        isMissing(lastingError) ? (
          <Notice tone="warn" title="There is no such inquiry." live>
            It may be another user’s, or one over a file, which is found under Past inquiries.
          </Notice>
        ) : isRemoved(lastingError) ? (
          <Notice tone="warn" title="The answer of this inquiry is not kept any more." live>
            {errorMessage(lastingError)}
          </Notice>
        ) : (
          <ErrorNotice
            what="The answer"
            error={lastingError}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : answer ? (
        <Suspense fallback={<Loading height={200} />}>
          <Answer key={answer.id} answer={answer} isPast={isPast} />
        </Suspense>
      ) : (
        <Card>
          <EmptyState title="The answer appears here">
            The card with its status, its transactions in the range, and a text for the ticket.
          </EmptyState>
        </Card>
      )}
    </>
  )
}

const isRemoved = (error: Error) => error instanceof ApiError && error.code === 'answer_removed'
const isMissing = (error: Error) => error instanceof ApiError && error.status === 404

type FormProps = {
  /** Fills the form. */
  past: InquiryAnswer | undefined
  answer: InquiryAnswer | undefined
  onRun: (id: string) => void
}

function InquiryForm({ past, answer, onRun }: FormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { guard } = usePermission('inquiry:run')
  const [start] = useState(() => (past ? valuesOf(past) : startValues()))
  const [mode, setMode] = useState<SingleMode>(start.mode)
  const cardId = answer?.mode === 'CARD' ? answer.criteria.card_id : null
  const form = useRuleForm<InquiryValues>({
    fields: inquiryFields(mode, cardId !== null && mode === 'CARD'),
    values: start,
    askOnLeaving: false,
    async submit(values) {
      const answered = await call(inquiryEndpoints.run, { body: toBody({ ...values, mode }, cardId) })
      if (answered.mode === 'FILE') throw new Error('A single inquiry was answered as one over a file.')
      queryClient.setQueryData(answerQuery(answered.id).queryKey, answered)
      void queryClient.invalidateQueries({ queryKey: inquiriesKey })
      onRun(answered.id)
      await navigate({
        to: '.',
        search: (before: object) => ({ ...before, tab: undefined, inquiry: answered.id }),
        replace: true,
        resetScroll: false,
      } as unknown as Parameters<typeof navigate>[0])
    },
    // The number is not needed any more, and leaves the page.
    saved: (values) => form.reset({ ...values, card_number: '' }),
  })
  return (
    <Card>
      <Form form={form} guard={guard} className={css.form} aria-label="Single inquiry">
        <FormErrorNotice form={form} />
        <div className={css.fields} data-line>
          <Segments
            label="Find by"
            options={SINGLE_MODES.map((value) => ({ value, label: SINGLE_MODE_LABELS[value] }))}
            value={mode}
            onChange={(value) => {
              // The options are the modes.
              setMode(value as SingleMode)
              form.set('mode', value as SingleMode)
            }}
          />
          <SubjectField key={mode} form={form} mode={mode} answer={cardId === null ? undefined : answer} />
          <TextField {...form.field('date_from')} type="date" max={today()} />
          <TextField {...form.field('date_to')} type="date" max={today()} />
          <NativeSelectField {...form.field('purpose')}>
            <option value="">Select option</option>
            {options(PURPOSE_LABELS)}
          </NativeSelectField>
          <TextField {...form.field('ticket_no')} spellCheck={false} />
          <div className={css.submit}>
            <PermissionGate permission="inquiry:run">
              <Button
                type="submit"
                variant="primary"
                busy={form.busy}
                onPointerEnter={() => void loadAnswer()}
              >
                Run inquiry
              </Button>
            </PermissionGate>
          </div>
        </div>
        <p className={css.hint}>{RANGE_HINT}. What is run is recorded with its purpose and ticket.</p>
        <Filters form={form} isOpen={hasFilters(start)} />
      </Form>
    </Card>
  )
}

type SubjectProps = {
  form: RuleForm<InquiryValues>
  mode: SingleMode
  /** Its card is meant by an empty field. */
  answer: InquiryAnswer | undefined
}

function SubjectField({ form, mode, answer }: SubjectProps) {
  const { field } = SUBJECTS[mode]
  const isCard = mode === 'CARD'
  return (
    <TextField
      {...form.field(field)}
      {...(isCard && { optional: false, inputMode: 'numeric' })}
      {...(isCard && answer && { placeholder: `•••• ${answer.criteria.subject.slice(-4)}` })}
      spellCheck={false}
      autoComplete="off"
      maxLength={40}
      {...(mode === 'REFERENCE' && { hint: 'RRN or receipt number' })}
    />
  )
}

const hasFilters = ({ tran_class, status, company_code, branch_code, terminal_id }: InquiryValues) =>
  [tran_class, status, company_code, branch_code, terminal_id].some((value) => value !== '')

function Filters({ form, isOpen }: { form: RuleForm<InquiryValues>; isOpen: boolean }) {
  return (
    <details className={css.filters} open={isOpen}>
      <summary>Narrow it</summary>
      <div className={css.fields}>
        <NativeSelectField {...form.field('tran_class')} optional={false}>
          <option value="">Any class</option>
          {options(TRAN_CLASS_LABELS)}
        </NativeSelectField>
        <NativeSelectField {...form.field('status')} optional={false}>
          <option value="">Any status</option>
          {options(TRANSACTION_STATUS_LABELS)}
        </NativeSelectField>
        <TextField
          {...form.field('company_code')}
          optional={false}
          placeholder="Any"
          maxLength={6}
          spellCheck={false}
        />
        <TextField
          {...form.field('branch_code')}
          optional={false}
          placeholder="Any"
          maxLength={6}
          spellCheck={false}
        />
        <TextField
          {...form.field('terminal_id')}
          optional={false}
          placeholder="Any"
          maxLength={8}
          spellCheck={false}
        />
      </div>
    </details>
  )
}

function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
