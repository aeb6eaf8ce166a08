import { list } from '@backoffice/contract/list'
import { useState } from 'react'
import type { List } from '../../kit/list/columns.ts'
import { ListCard } from '../../kit/list/list-card.tsx'
import type { ListSearch } from '../../kit/list/list-search.ts'
import { withRows } from '../../kit/list/selection.ts'
import type { ListState } from '../../kit/list/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Example } from '../example.tsx'

export const title = 'Lists'

type Sample = { id: string; code: string; name: string; state: 'IN' | 'OUT' }

const both = { filter: true, sort: true } as const
const samples = list({
  name: 'samples',
  title: 'Samples',
  fields: {
    code: { label: 'Code', type: 'code', ...both },
    name: { label: 'Name', type: 'text', ...both },
    state: { label: 'State', type: 'choice', options: { IN: 'In force', OUT: 'Ended' }, ...both },
  },
  sort: ['code:asc'],
})

const SAMPLES: List<Sample, typeof samples> = {
  declaration: samples,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { field: 'code', variant: 'code', always: true, cell: ({ code }) => code },
    { field: 'name', card: 'title', cell: ({ name }) => name },
    {
      field: 'state',
      card: 'badge',
      cell: ({ state }) => (
        <Badge tone={state === 'IN' ? 'ok' : 'quiet'}>{samples.fields.state.options[state]}</Badge>
      ),
    },
  ],
}

const ROWS: readonly Sample[] = ['Cash', 'Fuel voucher', 'Gift certificate', 'Points'].map((name, index) => ({
  id: String(index),
  code: `00${21 + index}`,
  name,
  state: index === 2 ? 'OUT' : 'IN',
}))

/** List state that is not stored in the URL. */
function useSamples(title: string, first: ListSearch): ListState<Sample> {
  const [search, setSearch] = useState(first)
  const [choice, setChoice] = useState<ListState<Sample>['choice']>(
    SAMPLES.columns.map(({ field }) => ({ id: field })),
  )
  const [selected, select] = useState(() => withRows(new Map(), ROWS.slice(1, 2), SAMPLES.idOf, true))
  return {
    // Each example is a region with its own name.
    list: { ...(SAMPLES as unknown as List<Sample>), declaration: { ...samples, title } },
    search,
    change: (part) => setSearch({ ...search, ...part }),
    sort: search.sort ?? samples.sort,
    size: 10,
    columns: choice.flatMap(({ id, width }) => {
      const column = SAMPLES.columns.find(({ field }) => field === id)
      return column ? [width ? { ...column, width } : column] : []
    }),
    choice,
    chooseColumns: setChoice,
    selected,
    select,
  }
}

const reply = { total: 1204, total_estimated: false, page_size: 25, next: 'next', previous: null }
const idle = { error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }
const empty = <EmptyState title="No samples yet">The first one is shown here.</EmptyState>

export function Section() {
  const filtered = useSamples('Samples', {
    filters: { state: { in: ['IN', 'OUT'] }, name: { contains: 'a' } },
    sort: ['state:asc', 'code:asc'],
  })
  const noMatch = useSamples('Samples without a match', { search: 'zzz' })
  const loading = useSamples('Samples to come', {})
  const items = { ...reply, items: ROWS }
  return (
    <>
      <Example
        title="A list"
        note="Filters as chips in words, a sort by two columns, selection, a menu for each row. Arrow keys lead through the rows, x selects."
      >
        <ListCard
          state={filtered}
          result={{ ...idle, data: items }}
          searchLabel="Search samples"
          empty={empty}
          bulk={[]}
          menu={() => [
            { label: 'Edit', keys: 'Enter', onSelect: () => undefined },
            { label: 'Delete', isDangerous: true, isApart: true, onSelect: () => undefined },
          ]}
        />
      </Example>
      <Example title="A list in which nothing matches">
        <ListCard
          state={noMatch}
          result={{ ...idle, data: { ...reply, total: 0, items: [] } }}
          searchLabel="Search samples without a match"
          empty={empty}
        />
      </Example>
      <Example title="A list that loads">
        <ListCard
          state={loading}
          result={{ ...idle, data: undefined }}
          searchLabel="Search samples to come"
          empty={empty}
        />
      </Example>
    </>
  )
}
