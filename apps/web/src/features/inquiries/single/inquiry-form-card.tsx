import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/inquiries'
import { SINGLE_MODE_LABELS, SINGLE_MODES, type SingleMode } from '@backoffice/contract/inquiry-criteria'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import { focusField } from '../../../kit/form/native-field.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { today } from '../../../kit/format/format-time.ts'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date/date-input.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { InquiryStart } from '../../files/tracked/inquiry-start.ts'
import { refreshInquiries, resultQuery } from '../inquiry-queries.ts'
import { DateRangeField, PurposeField } from '../search-fields.tsx'
import { Filters, FiltersButton, hasFilters, SubjectField } from './inquiry-fields.tsx'
import { type InquiryValues, inquiryFields, SUBJECTS, startValues, toBody, valuesOf } from './inquiry-form.ts'
import css from './single.module.css'

type Props = {
  /** Initial values, from a past inquiry or the screen that started this one. */
  past: InquiryResult | undefined
  start: InquiryStart | undefined
  /** Purpose and ticket of the last run. */
  kept: KeptValues | undefined
  result: InquiryResult | undefined
  onRun: (id: string, kept: KeptValues) => void
  onLoadResult: () => void
  /** `isOutdated` is true if the form differs from the request of the result. */
  reply: (state: { isOutdated: boolean; isRunning: boolean }) => ReactNode
}

export type KeptValues = Pick<InquiryValues, 'purpose' | 'ticket_no'>

/** Card that an empty card number means, known by its id. */
type KnownCard = { id: string; masked: string }

export function InquiryForm({ past, start, kept, result, onRun, onLoadResult, reply }: Props) {
  const navigate = useNavigate()
  const { guard, isAllowed } = usePermission('inquiry:run')
  const [initial] = useState(() =>
    past ? valuesOf(past) : { ...startValues(), ...kept, ...valuesOfStart(start) },
  )
  const [mode, setMode] = useState<SingleMode>(initial.mode)
  const [areFiltersOpen, setFiltersOpen] = useState(hasFilters(initial))
  const [startCard, setStartCard] = useState(() => knownCardOf(start))
  // Set after a run, while the form still counts as edited.
  const [arrivedId, setArrivedId] = useState<string>()
  const card = startCard ?? cardOf(result)
  const run = useWrite({
    run: async (values: InquiryValues) => {
      const reply = await call(inquiryEndpoints.run, {
        body: toBody({ ...values, mode }, card?.id ?? null),
      })
      if (reply.mode === 'FILE')
        throw new Error('The server replied to a single inquiry with a file inquiry.')
      return reply
    },
    store: (reply) => queryClient.setQueryData(resultQuery(reply.id).queryKey, reply),
    refresh: refreshInquiries,
    async close({ id, purpose, ticket_no }) {
      setArrivedId(id)
      setStartCard(undefined)
      onRun(id, { purpose, ticket_no })
      const search = (current: object) => ({ ...current, tab: undefined, inquiry: id })
      await navigate(linkTo('.', { search, replace: true, resetScroll: false }))
    },
  })
  const form = useRuleForm<InquiryValues, InquiryResult>({
    fields: inquiryFields(mode, card !== undefined && mode === 'CARD'),
    values: initial,
    confirmLeave: false,
    async submit(values) {
      setArrivedId(undefined)
      return run.send(values)
    },
    saved: (values, { outcome }) => {
      // Remove the card number from the page, unless the user has to compare it with the card.
      form.reset(outcome === 'CARD_NOT_FOUND' ? values : { ...values, card_number: '' })
      focusSubject()
    },
  })
  const hasArrived = form.busy && arrivedId === result?.id

  function changeMode(next: SingleMode): void {
    setMode(next)
    form.set('mode', next)
  }

  function focusSubject(): void {
    // On a touch screen the keyboard would cover the reply.
    if (form.element.ref.current && matchMedia('(pointer: fine)').matches)
      focusField(form.element.ref.current, SUBJECTS[mode].field)
  }

  const onOpen = useRef(() => {
    const element = form.element.ref.current
    if (start) focusNext(element)
    else if (!past && isAllowed) focusSubject()
  })
  useEffect(() => onOpen.current(), [])

  return (
    <>
      <Card>
        <Form form={form} guard={guard} className={css.form} aria-label="Single inquiry">
          <FormRefusal form={form} />
          <div className={css.fields} data-takes-focus>
            <Segments
              label="Find by"
              options={SINGLE_MODES.map((value) => ({ value, label: SINGLE_MODE_LABELS[value] }))}
              value={mode}
              onChange={changeMode}
            />
            <SubjectField key={mode} form={form} mode={mode} masked={card?.masked} />
            <DateRangeField form={form} />
            <DateField {...form.date('date_from')} max={today()} />
            <DateField {...form.date('date_to')} max={today()} />
            <PurposeField form={form} />
            <TextField {...form.field('ticket_no')} spellCheck={false} />
            <div className={css.submit}>
              <FiltersButton form={form} isOpen={areFiltersOpen} onToggle={setFiltersOpen} />
              <p>Every inquiry is recorded with its purpose and ticket.</p>
              <PermissionGate permission="inquiry:run">
                <Button type="submit" variant="primary" busy={form.busy} onPointerEnter={onLoadResult}>
                  Run inquiry
                </Button>
              </PermissionGate>
            </div>
          </div>
          <Filters form={form} isOpen={areFiltersOpen} />
        </Form>
      </Card>
      {reply({ isOutdated: form.dirty && !hasArrived, isRunning: run.isPending })}
    </>
  )
}

function cardOf(result: InquiryResult | undefined): KnownCard | undefined {
  const id = result?.mode === 'CARD' ? result.criteria.card_id : null
  return result && id ? { id, masked: `•••• ${result.criteria.subject.slice(-4)}` } : undefined
}

function knownCardOf(start: InquiryStart | undefined): KnownCard | undefined {
  return start?.card.kind === 'ID' ? { id: start.card.card_id, masked: start.card.masked } : undefined
}

function valuesOfStart(start: InquiryStart | undefined): Partial<InquiryValues> {
  if (!start) return {}
  const { card, ...values } = start
  return card.kind === 'NUMBER' ? { ...values, card_number: card.card_number } : values
}

/** Focuses the first required field without a value, or the button. */
function focusNext(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[aria-required]') ?? [])]
  const next = fields.find(({ value }) => value === '') ?? form?.querySelector('button[type=submit]')
  if (next instanceof HTMLElement) next.focus()
}
