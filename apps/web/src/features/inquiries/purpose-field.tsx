import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'
import { options } from './options.tsx'

export function PurposeField<V extends { purpose: string }>({ form }: { form: RuleForm<V> }) {
  return (
    <NativeSelectField {...form.field('purpose')}>
      <NoOption />
      {options(PURPOSE_LABELS)}
    </NativeSelectField>
  )
}
