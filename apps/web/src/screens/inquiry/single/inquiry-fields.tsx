import type { InquiryAnswer } from '@backoffice/contract/endpoints/inquiries'
import type { SingleMode } from '@backoffice/contract/inquiry-criteria'
import { TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type InquiryValues, SUBJECTS } from './inquiry-form.ts'
import css from './single.module.css'

type SubjectProps = {
  form: RuleForm<InquiryValues>
  mode: SingleMode
  /** An empty field means its card. */
  answer: InquiryAnswer | undefined
}

export function SubjectField({ form, mode, answer }: SubjectProps) {
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

export const hasFilters = ({ tran_class, status, company_code, branch_code, terminal_id }: InquiryValues) =>
  [tran_class, status, company_code, branch_code, terminal_id].some((value) => value !== '')

export function Filters({ form, isOpen }: { form: RuleForm<InquiryValues>; isOpen: boolean }) {
  return (
    <details className={css.filters} open={isOpen}>
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

export function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
