import { CASE_KIND_LABELS, CASE_KINDS, type CaseKind } from '@backoffice/contract/cases'
import type { ComponentProps } from 'react'
import { NativeSelectField } from '../../ui/native-select-field.tsx'

type Props = {
  field: ComponentProps<typeof NativeSelectField>
  /** Offered as the default. */
  suggested?: CaseKind
}

export function KindField({ field, suggested }: Props) {
  return (
    <NativeSelectField {...field}>
      {suggested && <option value="">{CASE_KIND_LABELS[suggested]} (suggested)</option>}
      {CASE_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {CASE_KIND_LABELS[kind]}
        </option>
      ))}
    </NativeSelectField>
  )
}
