import type { SingleMode } from '@backoffice/contract/inquiry-criteria'
import { TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import { useState } from 'react'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { useLazyPart } from '../../../kit/lazy/use-lazy.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NativeSelectField } from '../../../ui/native-select-field.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { options } from '../search-fields.tsx'
import { type InquiryValues, SUBJECTS } from './inquiry-form.ts'
import css from './single.module.css'

type SubjectProps = {
  form: RuleForm<InquiryValues>
  mode: SingleMode
  /** The card that an empty card number means. */
  masked: string | undefined
}

export function SubjectField({ form, mode, masked }: SubjectProps) {
  const { field } = SUBJECTS[mode]
  const isCard = mode === 'CARD'
  return (
    <TextField
      {...form.field(field)}
      {...(isCard && { optional: false, inputMode: 'numeric', placeholder: masked })}
      spellCheck={false}
      autoComplete="off"
      maxLength={40}
      {...(mode === 'REFERENCE' && { hint: 'RRN or receipt number' })}
    />
  )
}

type Filter = 'tran_class' | 'status' | 'company_code' | 'branch_code' | 'terminal_id'

const countFilters = ({
  tran_class,
  status,
  company_code,
  branch_code,
  terminal_id,
}: Pick<InquiryValues, Filter>) =>
  [tran_class, status, company_code, branch_code, terminal_id].filter((value) => value !== '').length

export const hasFilters = (values: InquiryValues) => countFilters(values) > 0

type ButtonProps = { form: RuleForm<InquiryValues>; isOpen: boolean; onToggle: (isOpen: boolean) => void }

export function FiltersButton({ form, isOpen, onToggle }: ButtonProps) {
  const used = countFilters(form.watchAll())
  return (
    <Button
      variant="quiet"
      icon={<Icon name="filter" />}
      aria-expanded={isOpen}
      onClick={() => onToggle(!isOpen)}
    >
      More filters{used > 0 && ` (${used})`}
    </Button>
  )
}

const loadPickers = async () => (await import('./code-pickers.tsx')).CodePickers

export function Filters({ form, isOpen }: { form: RuleForm<InquiryValues>; isOpen: boolean }) {
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  const [CodePickers, failure] = useLazyPart('The other filters', loadPickers, wasOpened)
  return (
    <div className={css.filters} hidden={!isOpen}>
      <NativeSelectField {...form.field('tran_class')} optional={false}>
        <option value="">Any class</option>
        {options(TRAN_CLASS_LABELS)}
      </NativeSelectField>
      <NativeSelectField {...form.field('status')} optional={false}>
        <option value="">Any status</option>
        {options(TRANSACTION_STATUS_LABELS)}
      </NativeSelectField>
      {wasOpened && (CodePickers ? <CodePickers form={form} /> : (failure ?? <Loading height={60} />))}
    </div>
  )
}
