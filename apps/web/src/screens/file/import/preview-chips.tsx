import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import type { PreviewOutcome } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { CountChips } from '../../../ui/count-chips.tsx'
import type { PreviewSearch } from './preview-search.ts'
import { fieldLabel } from './preview-values.ts'
import { codeInWords, isFileCode } from './rejection-codes.ts'

type Props = {
  preview: ImportPreview
  layout: ImportLayout
  shown: PreviewOutcome
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

type Chip = { value: string | undefined; label: string; count: number; title?: string }

function chipsOf({ preview, layout, shown }: Pick<Props, 'preview' | 'layout' | 'shown'>): Chip[] {
  if (shown === 'changed') {
    const all = preview.by_field.reduce((sum, { count }) => sum + count, 0)
    return [
      { value: undefined, label: 'All changes', count: all },
      ...preview.by_field.map(({ field, count }) => ({
        value: field,
        label: fieldLabel(layout, field),
        count,
      })),
    ]
  }
  if (shown === 'rejected') {
    return [
      { value: undefined, label: 'All rejected', count: preview.rejected },
      ...preview.by_code.map(({ code, count }) => ({
        value: code,
        label: isFileCode(code) ? code : codeInWords(code, layout.category),
        count,
        title: codeInWords(code, layout.category),
      })),
    ]
  }
  return []
}

/** Filters: changed rows by field, rejected rows by code. */
export function PreviewChips({ preview, layout, shown, search, onSearch }: Props) {
  const chips = chipsOf({ preview, layout, shown })
  if (chips.length === 0) return <span />
  const chosen = shown === 'changed' ? search.field : search.code
  const isKnown = chips.some(({ value }) => value === chosen)
  return (
    <CountChips
      label="Filter the rows"
      chips={chips}
      value={isKnown ? chosen : undefined}
      onChange={(value) =>
        onSearch({
          rows: shown,
          size: search.size,
          ...(shown === 'changed' ? { field: value } : { code: value }),
        })
      }
    />
  )
}
