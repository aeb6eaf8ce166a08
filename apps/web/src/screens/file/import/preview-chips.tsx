import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import type { PreviewOutcome } from '@backoffice/contract/file-kinds'
import type { TableDeclaration } from '@backoffice/contract/table'
import { CountChips } from '../count-chips.tsx'
import type { PreviewSearch } from './preview-search.ts'
import { fieldLabel } from './preview-values.ts'
import { codeInWords, isFileCode } from './rejection-codes.ts'

type Props = {
  preview: ImportPreview
  table: TableDeclaration
  shown: PreviewOutcome
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

type Chip = { value: string | undefined; label: string; count: number; title?: string }

function chipsOf({ preview, table, shown }: Pick<Props, 'preview' | 'table' | 'shown'>): Chip[] {
  if (shown === 'changed') {
    const all = preview.by_field.reduce((sum, { count }) => sum + count, 0)
    return [
      { value: undefined, label: 'All changes', count: all },
      ...preview.by_field.map(({ field, count }) => ({
        value: field,
        label: fieldLabel(table, field),
        count,
      })),
    ]
  }
  if (shown === 'rejected') {
    return [
      { value: undefined, label: 'All rejected', count: preview.rejected },
      ...preview.by_code.map(({ code, count }) => ({
        value: code,
        label: isFileCode(code) ? code : codeInWords(code),
        count,
        title: codeInWords(code),
      })),
    ]
  }
  return []
}

/** Filters: changed rows by field, rejected rows by code. */
export function PreviewChips({ preview, table, shown, search, onSearch }: Props) {
  const chips = chipsOf({ preview, table, shown })
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
