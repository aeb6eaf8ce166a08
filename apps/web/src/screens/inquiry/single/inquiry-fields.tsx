import type { InquiryResult } from '@backoffice/contract/endpoints/inquiries'
import type { SingleMode } from '@backoffice/contract/inquiry-criteria'
import { TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import { lazy, Suspense, useState } from 'react'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { Loading } from '../../../ui/loading.tsx'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type InquiryValues, SUBJECTS } from './inquiry-form.ts'
import css from './single.module.css'

type SubjectProps = {
  form: RuleForm<InquiryValues>
  mode: SingleMode
  /** For an empty card number, the card of this result is used. */
  result: InquiryResult | undefined
}

export function SubjectField({ form, mode, result }: SubjectProps) {
  const { field } = SUBJECTS[mode]
  const isCard = mode === 'CARD'
  return (
    <TextField
      {...form.field(field)}
      {...(isCard && { optional: false, inputMode: 'numeric' })}
      {...(isCard && result && { placeholder: `•••• ${result.criteria.subject.slice(-4)}` })}
      spellCheck={false}
      autoComplete="off"
      maxLength={40}
      {...(mode === 'REFERENCE' && { hint: 'RRN or receipt number' })}
    />
  )
}

export const hasFilters = ({ tran_class, status, company_code, branch_code, terminal_id }: InquiryValues) =>
  [tran_class, status, company_code, branch_code, terminal_id].some((value) => value !== '')

const CodePickers = lazy(async () => ({ default: (await import('./code-pickers.tsx')).CodePickers }))

export function Filters({ form, isOpen }: { form: RuleForm<InquiryValues>; isOpen: boolean }) {
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details
      className={css.filters}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>More filters</summary>
      <div className={css.fields}>
        <NativeSelectField {...form.field('tran_class')} optional={false}>
          <option value="">Any class</option>
          {options(TRAN_CLASS_LABELS)}
        </NativeSelectField>
        <NativeSelectField {...form.field('status')} optional={false}>
          <option value="">Any status</option>
          {options(TRANSACTION_STATUS_LABELS)}
        </NativeSelectField>
        {wasOpened && (
          <Suspense fallback={<Loading height={60} />}>
            <CodePickers form={form} />
          </Suspense>
        )}
      </div>
    </details>
  )
}

export function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
