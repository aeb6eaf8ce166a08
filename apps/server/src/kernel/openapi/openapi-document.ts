import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import Fastify from 'fastify'
import { mount } from '../mount.ts'
import { API_BASES } from '../served-apis.ts'
import { registerApiDocs } from './openapi.ts'

/** The OpenAPI document of all endpoints, without a database: their routes are declared and never called. */
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
