import type { Reply } from '@backoffice/contract/endpoint'
import { userEndpoints } from '@backoffice/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../net/call.ts'
import { Notice } from '../../ui/notice.tsx'
import { accessKeys } from './access-queries.ts'

/** Time without typing after which a name is looked up. */
const PAUSE_MS = 300

/** Users whose names are easily taken for the name. `id` is the user who has it. */
function similarNamesQuery(name: string, id: string | undefined) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'similar-names', name, id],
    queryFn: async ({ signal }) =>
      (await call(userEndpoints.similarNames, { query: { name, ...(id && { id }) }, signal })).items,
  })
}

/** Warning that another user has almost the same name, with the emails that tell them apart. */
export function SimilarNames({ name, id }: { name: string; id?: string | undefined }) {
  const settled = useSettled(name)
  const { data = [] } = useQuery({ ...similarNamesQuery(settled, id), enabled: settled !== '' })
  return <SimilarUsers found={data} live />
}

type SimilarUser = Reply<typeof userEndpoints.similarNames>['items'][number]

/** The warning about users who were found. If `live`, screen readers announce it. */
export function SimilarUsers({ found, live = false }: { found: readonly SimilarUser[]; live?: boolean }) {
  if (found.length === 0) return null
  return (
    <Notice tone="warn" title={titleOf(found)} live={live}>
      {found.map(({ name, email }) => `${name}, ${email}`).join('; ')}. Compare the email.
    </Notice>
  )
}

function titleOf(found: readonly SimilarUser[]): string {
  const isEqual = found.some(({ similarity }) => similarity === 'equal')
  if (found.length === 1) return isEqual ? 'Another user has this name' : 'Another user has a similar name'
  return `Other users have ${isEqual ? 'the same' : 'similar'} names`
}

/** The first value at once, later ones after a pause. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
