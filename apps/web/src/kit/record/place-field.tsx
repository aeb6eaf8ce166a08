import { SearchableSelectField } from '../../ui/select/select.tsx'
import type { WidgetField } from '../form/rule-form.ts'
import type { LinkMessage } from './linked-errors.tsx'
import { usePlaceSearch } from './references.ts'
import type { RecordField } from './rows.ts'

type Props = {
  field: RecordField
  /** Parent places, largest first; empty if not chosen yet. */
  above: readonly string[]
  hint: string | undefined
  linked: LinkMessage
  control: WidgetField<string>
}

/** A region, province or city. */
export function PlaceField({ field, above, hint, linked, control }: Props) {
  const { value, onChange, ...rest } = control
  const search = usePlaceSearch(above)
  return (
    <SearchableSelectField
      {...rest}
      {...search}
      error={linked(field.name, rest.error)}
      hint={hint}
      known={value === '' ? [] : [{ value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowEmpty={false}
      showLabels={false}
    />
  )
}
