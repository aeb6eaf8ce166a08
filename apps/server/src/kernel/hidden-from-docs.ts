import type {} from '@fastify/swagger'

/** Route options that exclude a route from the OpenAPI document. */
export const HIDDEN_FROM_DOCS = { schema: { hide: true } } as const
