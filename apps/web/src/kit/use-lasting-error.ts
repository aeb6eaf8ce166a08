import { useState } from 'react'

/**
 * Why there is nothing to show, also while it is read again: a notice that came and went with each try would be read
 * out each time, and take the focus along of whoever presses a button on it. Null once there is something.
 */
export function useLastingError({ error, data }: { error: Error | null; data: unknown }): Error | null {
  const [last, setLast] = useState<Error | null>(null)
  const lasting = data === undefined ? (error ?? last) : null
  if (lasting !== last) setLast(lasting)
  return lasting
}
