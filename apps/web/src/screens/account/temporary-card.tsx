import { useQuery } from '@tanstack/react-query'
import { ownTemporaryAccessQuery } from '../../access/access-queries.ts'
import { TemporaryAccess } from '../../access/temporary-access.tsx'
import { Card } from '../../ui/card.tsx'

/** The user's own access that ends; nothing without such access. */
export function TemporaryCard() {
  const items = useQuery(ownTemporaryAccessQuery).data ?? []
  if (items.length === 0) return null
  return (
    <Card title="Temporary access">
      <TemporaryAccess items={items} />
    </Card>
  )
}
