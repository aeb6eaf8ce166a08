import type { ReactNode } from 'react'
import { SearchBox } from '../../ui/search-box.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { isValue } from './condition-text.ts'
import { FilterBar } from './filter-bar.tsx'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'

type Props = {
  state: ListView
  /** What is searched, as the label of its field. */
  searchLabel?: string
  /** Saved views, where the list has them. */
  views?: ReactNode
}

/** Search, filters, views and columns of a list. */
export function ListToolbar({ state, searchLabel = 'Search', views }: Props) {
  const { search, change } = state
  return (
    <div className={css.toolbar}>
      <SearchBox
        label={searchLabel}
        value={search.search ?? ''}
        onCommit={(text) => change({ search: text || undefined })}
        validate={(text) => (text === '' || isValue(text) ? undefined : 'Card numbers are not searched for.')}
      />
      <FilterBar state={state} />
      <div className={css.end}>
        {views}
        <ColumnsButton state={state} />
      </div>
    </div>
  )
}
