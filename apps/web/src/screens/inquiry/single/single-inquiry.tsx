import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { SINGLE_MODE_LABELS, SINGLE_MODES, type SingleMode } from '@backoffice/contract/inquiry-criteria'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/error-notice.tsx'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { today } from '../../../kit/format-time.ts'
import { linkTo } from '../../../kit/link-to.ts'
import { usePermission } from '../../../kit/permission.ts'
import { PermissionGate } from '../../../kit/permission-gate.tsx'
import { useWrite } from '../../../kit/use-write.ts'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { inquiriesKey, resultQuery } from '../inquiry-queries.ts'
import { Filters, hasFilters, options, SubjectField } from './inquiry-fields.tsx'
import {
  type InquiryValues,
  inquiryFields,
  RANGE_HINT,
  startValues,
  toBody,
  valuesOf,
} from './inquiry-form.ts'
import css from './single.module.css'

const loadResult = async () => ({ default: (await import('./result.tsx')).Result })
const Result = lazy(loadResult)

/** Form of an inquiry and the result named by the URL. `id`: a past inquiry. */
export function SingleInquiry({ id }: { id: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...resultQuery(id ?? ''),
    enabled: id !== undefined,
  })
  const lastingError = useLastingError({ error, data })
  const result = id === undefined ? undefined : data
  // The form keeps its values after a run and is reset for a past inquiry.
  const [ran, setRan] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<InquiryResult>()
  const isPast = result !== undefined && !ran.has(result.id)
  if (isPast && opened?.id !== result.id) setOpened(result)
  if (id === undefined && opened) setOpened(undefined)
  if (id !== undefined && !data && !lastingError)
    return (
      <Card>
        <Loading height={72} />
      </Card>
    )
  return (
    <Inquiry
      key={opened?.id ?? 'new'}
      past={opened}
      result={result}
      onRun={(ranId) => setRan((before) => new Set(before).add(ranId))}
      reply={(isOutdated) =>
        lastingError ? (
          <ReplyError error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
        ) : result ? (
          <Suspense fallback={<Loading height={200} />}>
            <Result key={result.id} result={result} isPast={isPast} isOutdated={isOutdated} />
          </Suspense>
        ) : (
          <Card>
            <EmptyState title="Run an inquiry to see the card and a reply for the ticket" />
          </Card>
        )
      }
    />
  )
}

type ErrorProps = { error: Error; busy: boolean; onRetry: () => void }

function ReplyError({ error, busy, onRetry }: ErrorProps) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice tone="warn" title="Inquiry not found." live>
        It may belong to another user or to a file. See Past inquiries.
      </Notice>
    )
  if (error instanceof ApiError && error.code === 'answer_removed')
    return (
      <Notice tone="warn" title="The reply of this inquiry is no longer stored." live>
        {errorMessage(error)}
      </Notice>
    )
  return <ErrorNotice what="The reply" error={error} busy={busy} onRetry={onRetry} />
}

type InquiryProps = {
  /** Initial values of the form. */
  past: InquiryResult | undefined
  result: InquiryResult | undefined
  onRun: (id: string) => void
  /** `isOutdated`: the form differs from the request of the result. */
  reply: (isOutdated: boolean) => ReactNode
}

function Inquiry({ past, result, onRun, reply }: InquiryProps) {
  const navigate = useNavigate()
  const { guard } = usePermission('inquiry:run')
  const [start] = useState(() => (past ? valuesOf(past) : startValues()))
  const [mode, setMode] = useState<SingleMode>(start.mode)
  // Set after a run, while the form still counts as edited.
  const [arrivedId, setArrivedId] = useState<string>()
  const cardId = result?.mode === 'CARD' ? result.criteria.card_id : null
  const run = useWrite({
    run: async (values: InquiryValues) => {
      const result = await call(inquiryEndpoints.run, { body: toBody({ ...values, mode }, cardId) })
      if (result.mode === 'FILE')
        throw new Error('The server replied to a single inquiry with a file inquiry.')
      return result
    },
    store: (result) => queryClient.setQueryData(resultQuery(result.id).queryKey, result),
    refresh: () => queryClient.invalidateQueries({ queryKey: inquiriesKey }),
    async close({ id }) {
      setArrivedId(id)
      onRun(id)
      const search = (current: object) => ({ ...current, tab: undefined, inquiry: id })
      await navigate(linkTo('.', { search, replace: true, resetScroll: false }))
    },
  })
  const form = useRuleForm<InquiryValues>({
    fields: inquiryFields(mode, cardId !== null && mode === 'CARD'),
    values: start,
    askOnLeaving: false,
    async submit(values) {
      setArrivedId(undefined)
      await run.send(values)
    },
    // Remove the card number from the page.
    saved: (values) => form.reset({ ...values, card_number: '' }),
  })
  const hasArrived = form.busy && arrivedId === result?.id
  return (
    <>
      <Card>
        <Form form={form} guard={guard} className={css.form} aria-label="Single inquiry">
          <FormErrorNotice form={form} />
          <div className={css.fields} data-line>
            <Segments
              label="Find by"
              options={SINGLE_MODES.map((value) => ({ value, label: SINGLE_MODE_LABELS[value] }))}
              value={mode}
              onChange={(value) => {
                setMode(value)
                form.set('mode', value)
              }}
            />
            <SubjectField key={mode} form={form} mode={mode} result={cardId === null ? undefined : result} />
            <TextField {...form.field('date_from')} type="date" max={today()} />
            <TextField {...form.field('date_to')} type="date" max={today()} />
            <NativeSelectField {...form.field('purpose')}>
              <option value="">Select option</option>
              {options(PURPOSE_LABELS)}
            </NativeSelectField>
            <TextField {...form.field('ticket_no')} spellCheck={false} />
          </div>
          <div className={css.submit}>
            <PermissionGate permission="inquiry:run">
              <Button
                type="submit"
                variant="primary"
                busy={form.busy}
                onPointerEnter={() => void loadResult()}
              >
                Run inquiry
              </Button>
            </PermissionGate>
            <p>{RANGE_HINT}. Every inquiry is recorded with its purpose and ticket.</p>
          </div>
          <Filters form={form} isOpen={hasFilters(start)} />
        </Form>
      </Card>
      {reply(form.dirty && !hasArrived)}
    </>
  )
}
