import { useQuery } from '@tanstack/react-query'
import { ownTemporaryAccessQuery } from '../../access/access-queries.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Card } from '../../ui/card.tsx'

/** Loaded when needed, because few users have temporary access. */
const load = async () => (await import('../../access/temporary-access.tsx')).TemporaryAccess

/** The user's own temporary access, if any. */
export function TemporaryCard() {
  const items = useQuery(ownTemporaryAccessQuery).data ?? []
  const TemporaryAccess = useLazyModule(load, items.length > 0, (error) => toastFailed(errorMessage(error)))
  if (items.length === 0 || !TemporaryAccess) return null
  return (
    <Card title="Temporary access">
      <TemporaryAccess items={items} />
    </Card>
  )
}
