import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import type { WidgetField } from '../form/rule-form.ts'
import type { LinkMessage } from './linked-errors.tsx'
import type { RecordField } from './rows.ts'

type Props = {
  field: RecordField
  /** Parent places, largest first; empty if not chosen yet. */
  above: readonly string[]
  hint: string | undefined
  linked: LinkMessage
  control: WidgetField<string>
}

/** A region, province or city. Loads the list of places with the first search. */
export function PlaceField({ field, above, hint, linked, control }: Props) {
  const { value, onChange, ...rest } = control
  const search = useOptionSearch(async (query) => {
    const { placesBelow } = await import('@backoffice/contract/places')
    const wanted = query.toLowerCase()
    const found = above.includes('') ? [] : placesBelow(above)
    return found
      .filter((name) => name.toLowerCase().includes(wanted))
      .map((name) => ({ value: name, label: name }))
  })
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
