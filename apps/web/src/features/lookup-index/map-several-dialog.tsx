import { may } from '@backoffice/contract/access'
import { type GapKind, gapPermission, type MappingGap, mappingEndpoints } from '@backoffice/contract/mapping'
import type { TableDeclaration } from '@backoffice/contract/table'
import { tenders } from '@backoffice/contract/tables/tenders'
import { terminals } from '@backoffice/contract/tables/terminals'
import { trancodes } from '@backoffice/contract/tables/trancodes'
import { useId, useState } from 'react'
import { Form } from '../../kit/form/form.tsx'
import { FormRefusal } from '../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { type Undo, useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { formFields } from '../../kit/record/form-fields.ts'
import { useLinkedErrors } from '../../kit/record/linked-errors.tsx'
import { OutcomesDialog, type Refusal } from '../../kit/record/outcomes-dialog.tsx'
import { type FormValues, RecordFields } from '../../kit/record/record-fields.tsx'
import { recordKeys } from '../../kit/record/record-queries.ts'
import { useReferenceNames } from '../../kit/record/references.ts'
import { inputOf, recordFields } from '../../kit/record/rows.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { gapName, knownValues, mappingKey } from '../mapping/gap-figures.ts'
import css from './lookup-index.module.css'

/** Fields with one value for all codes; the other values come from each gap. */
const SHARED = {
  TERMINAL: ['company_code', 'branch_code'],
  TENDER: ['payment_method_code'],
  TRANCODE: ['tran_code'],
} as const satisfies Record<GapKind, readonly string[]>

/** A field with a value for each code. */
const PER_CODE: Partial<Record<GapKind, string>> = { TENDER: 'tender_name' }
const perCode = (index: number) => `code_${index}`

const TABLES_OF: Readonly<Record<GapKind, TableDeclaration>> = {
  TERMINAL: terminals,
  TENDER: tenders,
  TRANCODE: trancodes,
}

const NOUNS = { TERMINAL: 'terminal', TENDER: 'tender', TRANCODE: 'tran code' } as const

type Outcomes = { refusals: readonly Refusal[]; done: readonly string[]; undo: Undo | undefined }

type Props = { kind: GapKind; gaps: readonly MappingGap[]; onDone: () => void; onClose: () => void }

/** Creates one row per code with shared values, and lists refusals with their reasons. */
export function MapSeveralDialog({ kind, gaps, onDone, onClose }: Props) {
  const id = useId()
  const [outcomes, setOutcomes] = useState<Outcomes>()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const table = TABLES_OF[kind]
  const mayUndo = may(useUser(), gapPermission(kind, 'delete'))
  const shared: readonly string[] = SHARED[kind]
  const title = `Map ${plural(gaps.length, NOUNS[kind])}`
  const { linked, linkErrors } = useLinkedErrors(table)
  const own = PER_CODE[kind]
  const rules = formFields(table)
  const ruleOfCode = own === undefined ? undefined : rules[own]
  const fields = Object.fromEntries([
    ...Object.entries(rules).filter(([name]) => shared.includes(name)),
    ...(ruleOfCode
      ? gaps.map((gap, index) => [
          perCode(index),
          { ...ruleOfCode, label: `${ruleOfCode.label} of ${gapName(gap)}` },
        ])
      : []),
  ])
  const map = useWrite({
    run: async (values: FormValues) => {
      const input = inputOf(table, values, shared)
      const items = gaps.map((gap, index) => {
        const named = own === undefined ? {} : inputOf(table, { [own]: values[perCode(index)] ?? '' }, [own])
        return rowOf(table, gap, { ...input, ...named })
      })
      const reply = await call(mappingEndpoints.create, { body: { kind, items, confirmed: [...confirmed] } })
      return {
        rows: reply.items.flatMap(({ row }) => row ?? []),
        done: reply.items.flatMap(({ outcome }, index) => {
          const gap = gaps[index]
          return outcome === 'done' && gap ? [gapName(gap)] : []
        }),
        refusals: reply.items.flatMap(({ outcome, detail, errors = [] }, index): Refusal[] => {
          const gap = gaps[index]
          if (outcome === 'done' || !gap) return []
          const reason = [detail, ...errors.map(({ message }) => message)].filter(Boolean).join(' ')
          return [{ id: gap.id, name: gapName(gap), reason }]
        }),
      }
    },
    successText: ({ rows }) => (rows.length > 0 ? `${plural(rows.length, NOUNS[kind])} mapped` : undefined),
    undo: ({ rows }) => (mayUndo ? () => undoMapping(kind, NOUNS[kind], rows) : undefined),
    store: onDone,
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: mappingKey }),
        queryClient.invalidateQueries({ queryKey: recordKeys.lists(table) }),
      ]),
    awaitsRefresh: true,
    close: ({ refusals, done }, undo) =>
      refusals.length > 0 ? setOutcomes({ refusals, done, undo }) : onClose(),
  })
  const form = useRuleForm<FormValues>({
    fields,
    values: Object.fromEntries(Object.keys(fields).map((name) => [name, ''])),
    submit: (values) => map.send(values).catch(linkErrors),
    sent: () => {
      onDone()
      onClose()
    },
    confirmLeave: false,
  })
  const company = form.watch('company_code') ?? ''
  const foreign = kind === 'TERMINAL' && company !== '' ? gaps.filter((gap) => isForeign(gap, company)) : []
  const names = useReferenceNames(table, recordFields(table), (name) => [form.watch(name) ?? ''])
  if (outcomes)
    return (
      <OutcomesDialog
        title={`${plural(outcomes.refusals.length, NOUNS[kind])} not mapped`}
        {...outcomes}
        onClose={onClose}
      />
    )
  return (
    <Dialog label={title} {...(own === undefined && { describedBy: id })} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <Form form={form} className={css.several} aria-label={title}>
        {own === undefined && (
          <p id={id} className={css.codes}>
            {gaps.map(gapName).join(', ')}
          </p>
        )}
        <FormRefusal form={form} />
        {own !== undefined && (
          <div className={css.named}>
            {gaps.map((gap, index) => (
              <TextField key={gap.id} {...form.field(perCode(index))} maxLength={60} />
            ))}
          </div>
        )}
        <RecordFields
          table={table}
          form={form}
          only={shared}
          lockOf={() => undefined}
          {...{ names, linked }}
        />
        {foreign.length > 0 && (
          <ForeignTerminals gaps={foreign} company={company} confirmed={confirmed} onChange={setConfirmed} />
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Map
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function rowOf(table: TableDeclaration, gap: MappingGap, input: Readonly<Record<string, unknown>>) {
  const company = table.fields.company_code?.reference?.any
  const row = { ...(company && { company_code: company }), ...knownValues(gap), ...input }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  )
}

/** Deletes the rows of a mapping. Throws if rows are kept because transactions use them. */
async function undoMapping(
  kind: GapKind,
  noun: string,
  rows: readonly { id: string; version: number }[],
): Promise<string> {
  const { items } = await call(mappingEndpoints.undo, { body: { kind, items: [...rows] } })
  const kept = items.filter(({ outcome }) => outcome === 'refused').length
  const removed = `${plural(items.length - kept, noun)} removed`
  if (kept === 0) return removed
  throw new ApiError(409, {
    code: 'kept',
    detail: `${removed}. ${plural(kept, noun)} kept: transactions were mapped already. Deactivate ${kept === 1 ? 'it' : 'them'} instead.`,
  })
}

type Gap = Pick<MappingGap, 'id' | 'code' | 'companies'>

/** True if some of its transactions were received from another company. */
const isForeign = ({ companies }: Gap, company: string) => companies.some((each) => each !== company)

type ForeignTerminalsProps = {
  gaps: readonly Gap[]
  /** The company that the terminals are mapped to. */
  company: string
  /** Confirmed codes. */
  confirmed: ReadonlySet<string>
  onChange: (confirmed: ReadonlySet<string>) => void
}

/** Confirmation of terminals whose transactions came from another company. */
function ForeignTerminals({ gaps, company, confirmed, onChange }: ForeignTerminalsProps) {
  return (
    <fieldset className={css.foreign}>
      <legend>Received from another company: confirm each for {company}</legend>
      {gaps.map(({ id, code, companies }) => (
        <Checkbox
          key={id}
          label={`${code}, received from ${companies.join(', ')}`}
          checked={confirmed.has(code)}
          onChange={({ target }) =>
            onChange(
              new Set(target.checked ? [...confirmed, code] : [...confirmed].filter((each) => each !== code)),
            )
          }
        />
      ))}
    </fieldset>
  )
}
