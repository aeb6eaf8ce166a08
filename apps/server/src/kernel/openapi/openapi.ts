import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { TableName } from '@backoffice/contract/tables/headers'
import { TABLES } from '@backoffice/contract/tables/tables'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { mount } from '../mount.ts'
import { API_BASES } from '../served-apis.ts'
import { addReplies } from './openapi-replies.ts'

/** Sections other than tables; tables come before `options`. */
const TAGS = {
  access: 'Access of the caller',
  users: 'Users, their status and their access',
  roles: 'Roles: modules and policies',
  policies: 'Policies: statements of allowed actions',
  explain: 'Reasons for a user’s access, and the impact of changing it',
  accessRequests: 'Requests for temporary access, and break-glass access',
  approvals: 'Changes that wait for a second person, and the rules for them',
  reviews: 'Reviews of the access that users have, with evidence',
  audit: 'The audit trail',
  account: 'Sessions of the caller',
  preferences: 'Screen preferences of the caller',
  views: 'Saved views of lists',
  files: 'Uploads, their processing, and downloads',
  columns: 'Columns of uploads in other forms than the template',
  fixes: 'Corrected cells of uploads',
  inquiries: 'Inquiries for a card, an account or a reference, or over the cards of a file',
  cards: 'Revealing a card number',
  cases: 'Purchases followed until their points are right',
  replyTemplates: 'Templates of the reply text for a ticket',
  dashboard: 'Figures of the operational dashboard',
  search: 'Records of all kinds by name or code',
  status: 'State of the system',
  history: 'History of a record',
  options: 'Codes and names to choose from',
  mapping: 'Codes of transactions that no table maps',
} satisfies Record<Exclude<keyof typeof api, TableName>, string>

function tags() {
  const others = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  const index = others.findIndex(({ name }) => name === 'options')
  const tables = TABLES.map(({ name, about }) => ({ name, description: about }))
  return others.toSpliced(index, 0, ...tables)
}

type Override = Parameters<NonNullable<z.core.JSONSchemaGeneratorParams['override']>>[0]

function describeSchema({ zodSchema, jsonSchema }: Override) {
  const { title } = z.globalRegistry.get(zodSchema) ?? {}
  if (title) jsonSchema.title = title
  // Replies may get fields in a later release.
  const { def } = zodSchema._zod
  if (def.type === 'object' && !('catchall' in def && def.catchall)) delete jsonSchema.additionalProperties
  // A further pattern hides the format.
  if ('format' in def && def.format === 'date') {
    jsonSchema.format = 'date'
    delete jsonSchema.allOf
  }
  // Long expressions that repeat the format.
  if (jsonSchema.format) delete jsonSchema.pattern
  // Every integer has them.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** OpenAPI 3.1 generated from the declarations of the routes, and Swagger UI. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Backoffice',
        version: '1',
        description:
          'User API under /api/user, operations API under /api/operations. Replies are {"resource": …}; errors are application/problem+json with a stable `code`.',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
        contact: { name: 'Backoffice' },
      },
      servers: [{ url: '/', description: 'The server of this document' }],
      tags: tags(),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { override: describeSchema } }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      addReplies(document.openapiObject)
      return document.openapiObject
    },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // The standard layout has inline styles, which the CSP forbids.
    uiConfig: { layout: 'BaseLayout' },
    logLevel: 'warn',
  })
}

/** The OpenAPI document of all endpoints. It needs no database, because the declared routes are never called. */
export async function createOpenapiDocument() {
  const app = Fastify()
  await registerApiDocs(app)
  // Neither the handlers nor the rest of the kernel runs.
  const kernel = { bases: API_BASES, approvals: { register: () => {} } } as unknown as Parameters<
    typeof mount
  >[1]
  for (const [name, group] of Object.entries<Record<string, Endpoint>>(api))
    mount(app, kernel, name, group, {})
  await app.ready()
  return app.swagger()
}
