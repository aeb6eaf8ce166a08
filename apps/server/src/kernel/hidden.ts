import type {} from '@fastify/swagger'

/** For routes that are no part of the APIs: the description leaves them out. */
export const HIDDEN = { schema: { hide: true } } as const
