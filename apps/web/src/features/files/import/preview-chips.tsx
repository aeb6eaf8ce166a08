import type { ImportPreview } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { CountChips } from '../../../ui/count-chips.tsx'
import type { ListedOutcome, PreviewSearch } from './preview-search.ts'
import { fieldLabel } from './preview-values.ts'

type Props = {
  preview: ImportPreview
  layout: ImportLayout
  shown: ListedOutcome
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

/** Filter of changed rows by field. */
export function PreviewChips({ preview: { by_field }, layout, shown, search, onSearch }: Props) {
  if (shown !== 'changed') return <span />
  const all = by_field.reduce((sum, { count }) => sum + count, 0)
  const isKnown = by_field.some(({ field }) => field === search.field)
  return (
    <CountChips
      label="Filter the rows"
      chips={[
        { value: undefined, label: 'All changes', count: all },
        ...by_field.map(({ field, count }) => ({ value: field, label: fieldLabel(layout, field), count })),
      ]}
      value={isKnown ? search.field : undefined}
      onChange={(field) => onSearch({ rows: shown, size: search.size, field })}
    />
  )
}
