import type { ReactNode } from 'react'
import { SearchBox } from '../../ui/search-box.tsx'
import { ColumnsButton } from './columns-panel.tsx'
import { isValue } from './condition-text.ts'
import { FilterBar } from './filter-bar.tsx'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'

type Props = {
  state: ListView
  searchLabel?: string
  /** Button for saved views. */
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
        validate={(text) => (text === '' || isValue(text) ? undefined : 'You can’t search for card numbers.')}
      />
      <FilterBar state={state} />
      <div className={css.end}>
        {views}
        <ColumnsButton state={state} />
      </div>
    </div>
  )
}
