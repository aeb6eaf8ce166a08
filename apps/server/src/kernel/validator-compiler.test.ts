import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { ARTIFACTS } from '@backoffice/contract/files'
import { SINGLE_MODES } from '@backoffice/contract/inquiry-criteria'
import { PURPOSES } from '@backoffice/contract/purposes'
import { startCase } from '@backoffice/contract/rules/messages'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { Problem } from '@backoffice/contract/values.schemas'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/v4/core'
import { keepSignedIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { API_BASES } from './served-apis.ts'

/** Default messages of zod and of the parser. */
const VALIDATOR_ENGLISH =
  /\b(expected|received)\b|invalid (input|option|key|string|date|iso|uuid)|too (big|small)|unrecognized|must match|content-type is set|unexpected (token|end)|match content-length/i

/** Rule messages without the name of the field. */
const WITHOUT_NAME = /^Must contain at least \d+ characters$| is unknown or inactive$/

const ENDPOINTS = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

/** Labels of the fields of every table and of every endpoint with rules. */
const LABELLED = [...TABLES.map(({ fields }) => fields), ...ENDPOINTS.map(([, { rules = {} }]) => rules)]

let system: TestSystem
let authorization = ''
beforeAll(async () => {
  system = await startTestSystem({ limits: { uploadsAtOnce: 1_000_000 } })
})
// An endpoint ends all sessions.
beforeEach(async () => {
  authorization = await keepSignedIn(system, authorization)
})
afterAll(() => system.stop())

const long = 'x'.repeat(5_000)
const WRONG = [null, 7, -1, 0.5, true, '', ' ', 'nope', long, '\0', [], [null], ['nope'], { a: 1 }]

/** Names of the fields of all alternatives of the shape. */
function fieldsOf(shape: z.$ZodType | undefined): string[] {
  type Json = { properties?: object; anyOf?: Json[] }
  const names = ({ properties = {}, anyOf = [] }: Json): string[] => [
    ...Object.keys(properties),
    ...anyOf.flatMap(names),
  ]
  return shape ? [...new Set(names(z.toJSONSchema(shape, { io: 'input' }) as Json))] : []
}

function send(endpoint: Endpoint, rest: Pick<InjectOptions, 'query' | 'payload'>, type = 'application/json') {
  return system.app.inject({
    method: endpoint.method,
    url: API_BASES[endpoint.api] + endpoint.path,
    headers: { authorization, ...(rest.payload !== undefined && { 'content-type': type }) },
    ...rest,
  })
}

function expectPlainWords(body: string) {
  expect(body).not.toMatch(VALIDATOR_ENGLISH)
  const { code, errors = [] } = JSON.parse(body) as Problem
  if (code === 'invalid') expect(errors).not.toEqual([])
  // Users do not see cursors.
  if (code === 'cursor_mismatch') return
  for (const { field, message } of errors) {
    const labels = LABELLED.flatMap((fields) => fields[field]?.label ?? [])
    const names = [startCase(field), field.split('.').at(-1) ?? '', ...labels, ...labels.map(startCase)]
    const isNamed = names.some((name) => name && message.includes(name))
    expect([field, message, isNamed || WITHOUT_NAME.test(message)]).toEqual([field, message, true])
  }
}

describe.each(ENDPOINTS.filter(([, { body }]) => body))('%s', (_name, endpoint) => {
  test('describes an invalid body with messages of the rules', async () => {
    const fields = fieldsOf(endpoint.body)
    const bodies = [
      ...[undefined, null, 7, 'text', [], {}, { isAdmin: true }, { '': 1 }, { [long]: 1 }],
      ...fields.flatMap((field) => WRONG.map((value) => ({ [field]: value }))),
      ...WRONG.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    ]
    for (const body of bodies) {
      const reply = await send(endpoint, body === undefined ? {} : { payload: JSON.stringify(body) })
      if (reply.statusCode >= 400) expectPlainWords(reply.body)
    }
  })

  test('describes a body that is not JSON', async () => {
    for (const payload of ['{', '{"a":', '[', 'text', '{"__proto__": {"a": 1}}']) {
      const reply = await send(endpoint, { payload })
      expect([payload, reply.statusCode]).toEqual([payload, 400])
      expectPlainWords(reply.body)
    }
    expectPlainWords((await send(endpoint, { payload: '<a/>' }, 'text/xml')).body)
  })
})

describe.each(ENDPOINTS.filter(([, { query }]) => query))('%s', (_name, endpoint) => {
  test('describes an invalid query with messages of the rules', async () => {
    for (const field of fieldsOf(endpoint.query)) {
      for (const value of ['', ' ', 'nope', long, '-1', '1.5', '\0', '2026-02-30', ['nope', 'x']]) {
        const reply = await send(endpoint, { query: { [field]: value } })
        if (reply.statusCode >= 400) expectPlainWords(reply.body)
      }
    }
  })
})

describe('the message of a field', () => {
  const upload = { file_name: 'a.csv', content_type: 'text/csv', size: 1, category: 'SMAC_INQUIRY' }
  test.each<[string, Endpoint, unknown, object[]]>([
    [
      'is missing',
      api.files.presign,
      { ...upload, file_name: undefined },
      [{ field: 'file_name', code: 'required', message: 'Enter File Name' }],
    ],
    [
      'that is missing and has a list of values',
      api.inquiries.run,
      { mode: 'FILE', source_filekey: crypto.randomUUID() },
      [
        { field: 'purpose', code: 'select_required', message: 'Select Purpose', accepted: [...PURPOSES] },
        { field: 'ticket_no', code: 'required', message: 'Enter Ticket number' },
      ],
    ],
    [
      'whose list needs an item',
      api.reviews.start,
      { scope: 'ALL', name: 'November', due_on: '2026-11-30', undecided: 'KEEP', reviewers: [] },
      [{ field: 'reviewers', code: 'select_required', message: 'Select Reviewers' }],
    ],
    [
      'with a value that is not in its list',
      api.inquiries.run,
      { mode: 'CARDS', purpose: PURPOSES[0], ticket_no: 'T-1' },
      [
        {
          field: 'mode',
          code: 'invalid',
          message: 'Mode is invalid',
          accepted: [...SINGLE_MODES, 'FILE'],
        },
      ],
    ],
    [
      'with a value that is not in the list of the form that fits best',
      api.files.presign,
      { source_filekey: crypto.randomUUID(), artifact: 'results' },
      [{ field: 'artifact', code: 'invalid', message: 'Artifact is invalid', accepted: [...ARTIFACTS] }],
    ],
    [
      'that names none of several forms',
      api.explain.impact,
      { kind: 'group', id: null },
      [
        {
          field: 'body',
          code: 'required',
          message: 'The body has the fields of none of its forms',
          accepted: [
            '{kind: role, id, modules, policy_ids}',
            '{kind: policy, id, statements}',
            '{kind: user, id, role_id, extra_policies}',
          ],
        },
      ],
    ],
    [
      'of one of several forms, none of which was sent',
      api.files.presign,
      { isAdmin: true },
      [
        {
          field: 'body',
          code: 'required',
          message: 'The body has the fields of none of its forms',
          accepted: [
            '{file_name, content_type, size, sha256?, category}',
            '{source_filekey, artifact, format?, reason?, ticket_no?}',
            '{source_filekey}',
          ],
        },
        { field: 'isAdmin', code: 'unknown_field', message: '“isAdmin” is not a known field' },
      ],
    ],
    [
      'that is empty or too long',
      api.files.presign,
      { ...upload, file_name: '', content_type: long },
      [
        { field: 'file_name', code: 'required', message: 'Enter File Name' },
        { field: 'content_type', code: 'max', message: 'Content Type must only contain 100 characters' },
      ],
    ],
    [
      'with a wrong type, or unknown: uses the alternative that fits best',
      api.files.presign,
      { source_filekey: 'x', artifact: 'result', isAdmin: true },
      [
        { field: 'source_filekey', code: 'invalid', message: 'Source Filekey is invalid' },
        { field: 'isAdmin', code: 'unknown_field', message: '“isAdmin” is not a known field' },
      ],
    ],
    [
      'that is unknown and has an invisible name',
      api.inquiries.list,
      { ' ': 1 },
      [{ field: '(no name)', code: 'unknown_field', message: '“(no name)” is not a known field' }],
    ],
    [
      'that is unknown and is named by a card number',
      api.inquiries.list,
      { '4111-1111-1111-1111': 1 },
      [{ field: '••••1111', code: 'unknown_field', message: '“••••1111” is not a known field' }],
    ],
    [
      'that is a list that is too long',
      api.files.register,
      { source_filekey: crypto.randomUUID(), etags: Array.from({ length: 129 }, () => 'x') },
      [{ field: 'etags', code: 'max_items', message: 'Etags must only contain 128 items' }],
    ],
    [
      'that is an entry of a list',
      api.files.register,
      { source_filekey: crypto.randomUUID(), etags: [1] },
      [{ field: 'etags.0', code: 'invalid', message: 'Etags 0 is invalid' }],
    ],
    [
      'with characters that PostgreSQL does not store',
      api.inquiries.list,
      { search: 'a\0' },
      [{ field: 'search', code: 'invalid', message: 'Search has characters that cannot be stored' }],
    ],
    [
      'that is the whole body',
      api.inquiries.list,
      [],
      [{ field: 'body', code: 'invalid', message: 'The body is not a JSON object' }],
    ],
  ])('%s', async (_case, endpoint, body, errors) => {
    const reply = await send(endpoint, { payload: JSON.stringify(body) })
    expect([reply.statusCode, reply.json<Problem>().errors]).toEqual([422, errors])
  })

  test('is followed in the detail by what is accepted', async () => {
    const detailOf = async (endpoint: Endpoint, rest: Pick<InjectOptions, 'query' | 'payload'>) =>
      (await send(endpoint, rest)).json<Problem>().detail
    expect(await detailOf(api.users.updateStatus, { payload: { version: 1, status: 'GONE' } })).toContain(
      'status: Status is invalid (accepted: ACTIVE, DISABLED)',
    )
    expect(await detailOf(api.files.list, { query: { page_size: '7' } })).toContain(
      '(accepted: 10, 25, 50, 100)',
    )
    expect(await detailOf(api.files.presign, { payload: {} })).toBe(
      'Not accepted: body: The body has the fields of none of its forms (accepted: ' +
        '{file_name, content_type, size, sha256?, category}, ' +
        '{source_filekey, artifact, format?, reason?, ticket_no?}, {source_filekey})',
    )
  })

  test('describes a missing body', async () => {
    const errors = (await send(api.files.presign, {})).json<Problem>().errors
    expect(errors).toEqual([
      { field: 'body', code: 'required', message: 'The body is missing: send a JSON object' },
    ])
  })
})
