import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useState } from 'react'
import type { WidgetField } from '../../kit/form/rule-form.ts'
import { call } from '../../net/call.ts'
import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'

const TYPE_FIRST = 'Type the beginning of a name, email or employee number.'

type Props = {
  /** The current owner. */
  except: string
  field: WidgetField<string>
}

/** Select for the new owner of open work. */
export function Receiver({ except, field: { value, onChange, ...rest } }: Props) {
  const [query, setQuery] = useState('')
  const search = useOptionSearch(async (q, signal) => {
    if (q === '') return []
    const { items } = await call(userEndpoints.search, { query: { q }, signal })
    return items
      .filter(({ id, status }) => id !== except && status === 'ACTIVE')
      .map(({ id, name, role }) => ({ value: id, label: `${name}, ${role}` }))
  })
  return (
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
  )
}
