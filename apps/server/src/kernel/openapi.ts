import type { api } from '@backoffice/contract/api'
import type { TableName } from '@backoffice/contract/tables/headers'
import { TABLES } from '@backoffice/contract/tables/tables'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { addReplies } from './openapi-replies.ts'

/** Sections that are no tables; those of the tables come before `options`. */
const TAGS = {
  access: 'What the caller may do',
  users: 'Users, their status and what they were given',
  roles: 'Roles: modules and policies',
  policies: 'Policies: statements of what may be done',
  explain: 'Why a user may do something, and what a change of access does',
  audit: 'The audit trail',
  account: 'Where the caller is signed in',
  preferences: 'What the caller chose for the screens',
  views: 'Saved views of lists',
  files: 'Uploads, their way through the system, and downloads',
  inquiries: 'Inquiries for a card, an account or a reference, or over the cards of a file',
  cards: 'Revealing a card number',
  dashboard: 'Figures of the operational dashboard',
  status: 'How the system itself does',
  history: 'What happened to a record',
  options: 'Codes and names to choose from',
  mapping: 'Codes that transactions have and no table',
} satisfies Record<Exclude<keyof typeof api, TableName>, string>

function tags() {
  const others = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  const at = others.findIndex(({ name }) => name === 'options')
  const tables = TABLES.map(({ name, about }) => ({ name, description: about }))
  return others.toSpliced(at, 0, ...tables)
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
      servers: [{ url: '/', description: 'The server that this document was read from' }],
      tags: tags(),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      addReplies(document.openapiObject)
      return document.openapiObject
    },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // The top bar of the standard layout has inline styles, which the CSP does not allow.
    uiConfig: { layout: 'BaseLayout' },
    logLevel: 'warn',
  })
}
