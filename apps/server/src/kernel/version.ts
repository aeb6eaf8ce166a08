import type { Endpoint } from '@backoffice/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { HttpError, invalidField } from './errors.ts'

/** Throws `version_conflict` with the current row when `seen` is stale. The transaction must hold the row's lock. */
export function requireVersion(
  current: number,
  seen: number | undefined,
  row: unknown,
  detail?: string,
): void {
  if (seen === current) return
  throw new HttpError('version_conflict', { current: row, ...(detail !== undefined && { detail }) })
}

/** Audit reason of a call without its optional `If-Match`. */
export const reasonOfVersion = (seen: number | undefined) =>
  seen === undefined && { reason: 'No version was sent (If-Match).' }

/** Runs before the body is validated, so that a missing version is 428 rather than 422. */
export function requireVersionInBody({ versioned, body: schema }: Endpoint, body: unknown): void {
  if (versioned !== 'body' || typeof body !== 'object' || body === null) return
  // The items of a call are rows, or parts of the row whose version it sends.
  if ('items' in body && !('version' in body)) {
    if ([body.items].flat().some(isVersionMissing))
      throw new HttpError('version_required', {
        detail: 'Send the version of each row as `version` in its entry of `items`.',
      })
    return
  }
  const hasItemsOnly = schema instanceof z.ZodMiniObject && !('version' in schema.shape)
  if (!hasItemsOnly && isVersionMissing(body))
    throw new HttpError('version_required', {
      detail: 'Send the version of the row as `version` in the body.',
    })
}

/** Validation rejects anything but an object. */
const isVersionMissing = (row: unknown) =>
  typeof row === 'object' && row !== null && !Object.hasOwn(row, 'version')

/** The version of `If-Match`, a strong entity tag such as `"7"`. */
export function versionOfHeader(
  versioned: Endpoint['versioned'],
  { headers }: FastifyRequest,
): number | undefined {
  if (versioned !== 'if-match' && versioned !== 'if-match-optional') return undefined
  const tag = headers['if-match']
  if (tag === undefined) {
    if (versioned === 'if-match-optional') return undefined
    throw new HttpError('version_required', {
      detail: 'Send the version of the row in the header If-Match, in double quotes, for example "7".',
    })
  }
  const version = /^"(\d{1,9})"$/.exec(tag)?.[1]
  if (version === undefined)
    throw invalidField('If-Match', 'invalid', 'If-Match is the version in double quotes, for example "7".')
  return Number(version)
}
