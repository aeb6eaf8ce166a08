import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useState } from 'react'
import type { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/use-write.ts'
import { call } from '../../net/call.ts'
import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'

const TYPE_FIRST = 'Type the beginning of a name, email or employee number.'

export const RECEIVER_LABEL = 'Reassign to'

type Props = {
  /** The current owner. */
  except: string
  field: ReturnType<ReturnType<typeof useRuleForm<{ to: string }>>['widget']>
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

/** Reassigns the open work of a user once, even if a later step is retried. */
export function useHandOver(from: string) {
  const [isDone, setDone] = useState(false)
  const { send } = useWrite({
    run: (to: string) => call(userEndpoints.handOver, { body: { from, to } }),
    store: () => setDone(true),
  })
  return { isDone, send: async (to: string) => void (isDone || (await send(to))) }
}
