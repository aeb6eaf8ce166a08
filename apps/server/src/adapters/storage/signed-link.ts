import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { HttpError } from '../../kernel/errors.ts'

/** HMAC-signed links of the local storage, like a bucket's presigned URLs. */

// Canonical, so that another spelling of the same number fails the signature check.
const integer = z.pipe(z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)), z.transform(Number))

const fields = z.object({
  method: z.enum(['GET', 'PUT']),
  expires: integer,
  /** Bytes of the object or part. */
  size: z.optional(integer),
  type: z.optional(z.string().check(z.maxLength(100))),
  part: z.optional(integer),
  parts: z.optional(integer),
  name: z.optional(z.string().check(z.maxLength(300))),
})
export type Link = z.output<typeof fields>

function sign(secret: Buffer, key: string, link: Link): Buffer {
  const { method, expires, size, type, part, parts, name } = link
  // JSON separates the fields unambiguously.
  const text = JSON.stringify(
    [key, method, expires, size, type, part, parts, name].map((each) => each ?? null),
  )
  return createHmac('sha256', secret).update(text).digest()
}

export function signedPath(secret: Buffer, key: string, link: Link): string {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(link)) if (value !== undefined) query.set(field, String(value))
  query.set('signature', sign(secret, key, link).toString('base64url'))
  return `/storage/${key}?${query}`
}

/** Throws `link_invalid` or `link_expired`. */
export function verifyLink(secret: Buffer, key: string, query: unknown, now: Date): Link {
  const read = fields.safeParse(query)
  const signature = z.object({ signature: z.string() }).safeParse(query)
  if (!read.success || !signature.success) throw new HttpError('link_invalid')
  const received = Buffer.from(signature.data.signature, 'base64url')
  const expected = sign(secret, key, read.data)
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new HttpError('link_invalid')
  if (read.data.expires * 1000 < now.getTime()) throw new HttpError('link_expired')
  return read.data
}
