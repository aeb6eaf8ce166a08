import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { FILE_CODES } from '@backoffice/contract/file-codes'
import { problem } from '@backoffice/contract/values.schemas'
import * as z from 'zod/mini'
import { toJSONSchema } from 'zod/v4/core'
import { DETAIL_CODES } from '../detail-codes.ts'
import { statusesOf } from '../endpoint-replies.ts'
import { ERRORS, TITLES } from '../errors.ts'
import { mayAsk } from '../recent-sign-in.ts'
import { BODY_EXAMPLES } from './openapi-bodies.ts'
import {
  type Content,
  createSchemaNames,
  HEADER_COMPONENTS,
  type JsonSchema,
  replyHeaders,
  requestHeaders,
} from './openapi-components.ts'
import { exampleOf } from './openapi-examples.ts'

const INTRODUCTION =
  'The cause of a problem, for programs. Later releases may add values: treat unknown ones by their status. A problem of one field has the code of the field.'

function describeCodes(): string {
  const errors = Object.entries(ERRORS).map(
    ([code, [status, message]]) => `- \`${code}\` (${status}): ${message}`,
  )
  const fields = Object.entries(FILE_CODES).map(([code, message]) => `- \`${code}\` (422): ${message}`)
  return [INTRODUCTION, '', ...errors, ...fields].join('\n')
}

// Fields may be added by a later release.
const { $schema: _version, additionalProperties: _none, ...schema } = z.toJSONSchema(problem)

/** Schemas of problem documents. */
const PROBLEM_SCHEMAS = {
  Problem: {
    ...schema,
    properties: { ...schema.properties, code: { $ref: '#/components/schemas/ProblemCode' } },
  },
  ProblemCode: {
    type: 'string',
    enum: [...new Set([...Object.keys(ERRORS), ...DETAIL_CODES])],
    description: describeCodes(),
  },
}

const ERROR_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The Host header, the URL or the body is malformed.',
  401: 'The identity token is missing or invalid, or its session or user has ended.',
  403: 'The caller lacks the permissions listed in `missing`, or must sign in again (`recent_sign_in_required`).',
  404: 'The row does not exist, or the caller may not see it.',
  409: 'The row has changed in the meantime; `current` is the current row, if known.',
  413: 'The body is too large; `detail` states the limit.',
  415: 'The body is not JSON.',
  422: 'Some values are invalid; `errors` has a message for each field.',
  428: 'The version of the row is missing: send `version` or the If-Match header.',
  429: 'Too many requests or uploads; Retry-After states when to retry.',
  503: 'The system is busy or restarting; Retry-After states when to retry.',
}

/** Parameters that identify a row. */
const ROW_FIELD = /"(source_filekey|id|version)"|"format":"uuid"/
const FILE_FIELD = /"source_filekey"/
/** Number of matching rows when the call was prepared. */
const COUNT_FIELD = /"count"/

/** Error statuses that follow from an endpoint's declaration. */
function errorStatusesOf(endpoint: Endpoint): number[] {
  const { access, method, versioned, params, query, body } = endpoint
  const parts = [params, query, body].filter((part) => part !== undefined)
  const described = JSON.stringify(parts.map((part) => toJSONSchema(part, { io: 'input' })))
  const namesRow = ROW_FIELD.test(described)
  const mayConflict = namesRow || versioned || COUNT_FIELD.test(described)
  const isRead = method === 'GET'
  return [
    ...[400, 401, 429, 503],
    // Rows of other users require a permission.
    ...(access === 'signed-in' && !namesRow && !mayAsk(endpoint.recentSignIn) ? [] : [403]),
    ...(namesRow ? [404] : []),
    // A file that is read may be in another state.
    ...(mayConflict && (!isRead || FILE_FIELD.test(described)) ? [409] : []),
    ...(isRead ? [] : [413, 415]),
    ...(isRead && parts.length === 0 ? [] : [422]),
    ...(versioned && versioned !== 'if-match-optional' ? [428] : []),
  ]
}

const ENDPOINTS = new Map(
  Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([key, endpoint]): [string, Endpoint] => [`${group}.${key}`, endpoint]),
  ),
)

const nameOf = (status: number) => (TITLES[status] ?? '').replaceAll(' ', '')

const EVENTS = {
  description: 'Events, until either side closes the stream',
  content: {
    'text/event-stream': { schema: { type: 'string' }, example: 'event: file\ndata: {"state":"QUEUED"}\n\n' },
  },
}
const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

type Response = { $ref?: string; description?: string; headers?: object; content?: Content }
type Parameter = { $ref?: string; name?: string; required?: boolean; schema?: JsonSchema; example?: unknown }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, Response>
}
type Names = ReturnType<typeof createSchemaNames>

/** Reads work without optional parameters. */
function withExample(parameter: Parameter, { effect }: Endpoint): Parameter {
  const { required, schema, name = '' } = parameter
  return (required || effect === 'write') && schema
    ? { ...parameter, example: exampleOf(schema, { name }) }
    : parameter
}

/** Adds an example to the body and names its schema. */
function describeBody({ requestBody, operationId }: Operation, names: Names): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    if (!media.schema) continue
    media.example = BODY_EXAMPLES[operationId] ?? exampleOf(media.schema, { partial: true })
    media.schema = names.refer(media.schema, `${operationId} request`)
  }
}

function describedReply(reply: Response, operationId: string, names: Names): Response {
  for (const media of Object.values(reply.content ?? {})) {
    const resource = media.schema?.properties?.resource
    if (!media.schema || !resource) continue
    media.example = exampleOf(media.schema)
    const named = names.refer(resource, `${operationId} reply`)
    media.schema = { ...media.schema, properties: { resource: named } }
  }
  return { ...reply, description: 'The resource' }
}

/** Adds errors, event streams, examples and schema names, which the routes do not declare. */
export function addReplies(document: { paths?: object; components?: object }): void {
  const names = createSchemaNames(document.paths ?? {})
  const methods: Record<string, Operation>[] = Object.values(document.paths ?? {})
  const all = methods.flatMap((each) => Object.values(each))
  const operations = new Map(all.map((each) => [each.operationId, each]))
  // In the order of the contract, because the first place of a schema may name it.
  for (const [operationId, endpoint] of ENDPOINTS) {
    const operation = operations.get(operationId)
    if (!operation) continue
    const { responses } = operation
    operation.parameters = [
      ...(operation.parameters ?? []).map((each) => withExample(each, endpoint)),
      ...requestHeaders(endpoint),
    ]
    describeBody(operation, names)
    for (const success of statusesOf(endpoint))
      responses[success] = {
        ...(endpoint.effect === 'stream'
          ? EVENTS
          : describedReply(responses[success] ?? {}, operationId, names)),
        headers: replyHeaders(success),
      }
    for (const status of errorStatusesOf(endpoint))
      responses[status] = { $ref: `#/components/responses/${nameOf(status)}` }
  }
  const errors = Object.entries(ERROR_DESCRIPTIONS).map(([status, description]) => [
    nameOf(Number(status)),
    { description, headers: replyHeaders(Number(status)), content: PROBLEM },
  ])
  document.components = {
    ...document.components,
    ...HEADER_COMPONENTS,
    schemas: { ...names.schemas, ...PROBLEM_SCHEMAS },
    responses: Object.fromEntries(errors),
  }
}
