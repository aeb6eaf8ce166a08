import type { Endpoint } from '@backoffice/contract/endpoint'

/** True for denied access, hidden rows, conflicting writes and quotas of card data. */
export function isAudited(
  { status, code }: { status: number; code: string },
  { effect }: Pick<Endpoint, 'effect'>,
) {
  if (status === 403 || status === 404) return true
  // Polled until the copy exists.
  if (code === 'artifact_preparing') return false
  return (effect === 'write' && status === 409) || QUOTAS.has(code)
}

const QUOTAS = new Set([
  'reveal_quota_used',
  'card_file_quota_used',
  'posting_card_quota_used',
  'not_found_quota_used',
])
