import { pendingApproval } from '@backoffice/contract/approvals.schemas'
import type { Endpoint } from '@backoffice/contract/endpoint'
import * as z from 'zod/mini'
import { isPendingReply } from './approvals.ts'

/** Success statuses of the endpoint. */
export function statusesOf({ status = 200, createdWhen, acceptedWhen, approval }: Endpoint): number[] {
  const others = [...(createdWhen ? [201] : []), ...(acceptedWhen || approval ? [202] : [])]
  return [...new Set([status, ...others])]
}

/** Schema of the `resource` with a success status. */
export function replyWith({ status, acceptedWhen, approval, reply }: Endpoint, wanted: number) {
  if (!approval || wanted !== 202) return reply
  return status === 202 || acceptedWhen ? z.union([reply, pendingApproval]) : pendingApproval
}

/** Status of a reply. */
export function statusOf(endpoint: Endpoint, resource: unknown): number {
  const { status = 200, createdWhen, acceptedWhen, approval } = endpoint
  if (hasValue(createdWhen, resource)) return 201
  return hasValue(acceptedWhen, resource) || (approval && isPendingReply(resource)) ? 202 : status
}

function hasValue(values: Endpoint['createdWhen'] = {}, resource: unknown): boolean {
  return Object.entries(values).some(([name, value]) => Object(resource)[name] === value)
}
