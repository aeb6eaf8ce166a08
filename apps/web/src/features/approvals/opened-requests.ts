import type { Approval } from '@backoffice/contract/approvals'

/** Content hashes of the requests that this page has shown whole. A high-risk request is approved with its hash. */
const hashes = new Map<string, string>()

export function markOpened({ id, content_hash }: Pick<Approval, 'id' | 'content_hash'>): void {
  hashes.set(id, content_hash)
}

export const openedHash = (id: string) => hashes.get(id)
