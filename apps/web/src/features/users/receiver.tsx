import { userEndpoints } from '@backoffice/contract/users'
import { useState } from 'react'
import type { WidgetField } from '../../kit/form/rule-form.ts'
import { call } from '../../net/call.ts'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import { SimilarNames } from '../access/similar-names.tsx'

const TYPE_FIRST = 'Type the beginning of a name, email or employee number.'

type Props = {
  /** The current owner. */
  except: string
  field: WidgetField<string>
}

/** Select for the new owner of open work. */
export function Receiver({ except, field: { value, onChange, ...rest } }: Props) {
  const [query, setQuery] = useState('')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const search = useOptionSearch(async (q, signal) => {
    if (q === '') return []
    const { items } = await call(userEndpoints.search, { query: { q }, signal })
    setNames((before) => ({ ...before, ...Object.fromEntries(items.map(({ id, name }) => [id, name])) }))
    return items
      .filter(({ id, status }) => id !== except && status === 'ACTIVE')
      .map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))
  })
  return (
    <>
      <SearchableSelectField
        {...rest}
        {...search}
        onSearchChange={(text) => {
          setQuery(text)
          search.onSearchChange(text)
        }}
        problem={query.trim() === '' ? TYPE_FIRST : search.problem}
        hint="An active user"
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        showLabels={false}
      />
      <SimilarNames name={names[value] ?? ''} id={value} />
    </>
  )
}
