import { useQuery } from '@tanstack/react-query'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { Card } from '../../ui/card.tsx'
import { ownTemporaryAccessQuery } from '../access/access-queries.ts'

/** Loaded when needed, because few users have temporary access. */
const load = async () => (await import('../access/temporary-access.tsx')).TemporaryAccess

/** The user's own temporary access, if any. */
export function TemporaryCard() {
  const items = useQuery(ownTemporaryAccessQuery).data ?? []
  const [TemporaryAccess, failure] = useLazyPart('Temporary access', load, items.length > 0)
  if (items.length === 0 || !TemporaryAccess) return failure
  return (
    <Card title="Temporary access">
      <TemporaryAccess items={items} />
    </Card>
  )
}
