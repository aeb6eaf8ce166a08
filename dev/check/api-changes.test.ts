import { expect, test } from 'vitest'
import { type ApiDocument, findNarrowedApi, findUnlisted } from './api-changes.ts'

const text = { type: 'string' }
const person = { type: 'object', properties: { name: text, age: { type: 'integer', minimum: 0 } } }

function aDocument({
  parameters,
  request,
  reply,
}: {
  parameters?: object[]
  request?: object
  reply?: object
}) {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const operation = {
    operationId: 'users.list',
    parameters: parameters ?? [],
    ...(request && { requestBody: { required: true, ...json(request) } }),
    responses: { 200: json(reply ?? {}), 404: json({}) },
  }
  return { paths: { '/users': { post: operation } }, components: { schemas: { Person: person } } }
}

const request = (schema: object) => aDocument({ request: schema })
const reply = (schema: object) => aDocument({ reply: schema })
const query = (more: object) =>
  aDocument({ parameters: [{ in: 'query', name: 'page', schema: text, ...more }] })
const object = (more: object) => ({ type: 'object', ...more })
const ref = { $ref: '#/components/schemas/Person' }
const nullable = { anyOf: [text, { type: 'null' }] }

test.each<[string, ApiDocument, ApiDocument, string[]]>([
  ['a removed path', request(text), {}, ['POST /users: removed', 'components schemas Person: removed']],
  [
    'a removed method',
    request(text),
    { ...request(text), paths: { '/users': { get: {} } } },
    ['POST /users: removed'],
  ],
  ['a removed parameter', query({}), aDocument({}), ['users.list query page: removed']],
  ['a required parameter', query({}), query({ required: true }), ['users.list query page: newly required']],
  [
    'a new required parameter',
    aDocument({}),
    query({ required: true }),
    ['users.list query page: newly required'],
  ],
  [
    'the limit of a parameter',
    query({}),
    query({ schema: { ...text, maxLength: 5 } }),
    ['users.list query page: maxLength 5'],
  ],
  ['a new body', aDocument({}), request(text), ['users.list request: newly required']],
  [
    'a removed field of a request',
    request(ref),
    request(object({ properties: { name: text } })),
    ['users.list request age: removed'],
  ],
  [
    'a required field of a request',
    request(ref),
    request({ ...person, required: ['name'] }),
    ['users.list request name: newly required'],
  ],
  [
    'another type',
    request(ref),
    request(object({ properties: { name: text, age: text } })),
    ['users.list request age: string instead of integer'],
  ],
  [
    'a removed value',
    request({ enum: ['A', 'B'] }),
    request({ enum: ['B', 'C'] }),
    ['users.list request: no longer "A"'],
  ],
  [
    'values only',
    request(text),
    request({ ...text, enum: ['A'] }),
    ['users.list request: only listed values'],
  ],
  [
    'a higher minimum of list items',
    request({ type: 'array', items: { type: 'integer', minimum: 0 } }),
    request({ type: 'array', items: { type: 'integer', minimum: 1 } }),
    ['users.list request[]: minimum 1'],
  ],
  ['a new pattern', request(text), request({ ...text, pattern: '^A' }), ['users.list request: pattern "^A"']],
  ['a request without null', request(nullable), request(text), ['users.list request: no longer null']],
  [
    'a closed object',
    request(object({})),
    request(object({ additionalProperties: false })),
    ['users.list request{}: removed'],
  ],
  [
    'a removed field of a reply',
    reply(ref),
    reply(object({ properties: { name: text } })),
    ['users.list 200 age: removed'],
  ],
  [
    'a field that a reply may lack',
    reply({ ...person, required: ['name'] }),
    reply(ref),
    ['users.list 200 name: no longer always there'],
  ],
  ['a reply with null', reply(text), reply(nullable), ['users.list 200: may be null']],
  [
    'a changed item of a reply',
    reply({ type: 'array', items: ref }),
    reply({ type: 'array', items: object({ properties: { name: text } }) }),
    ['users.list 200[] age: removed'],
  ],
])('%s is found', (_name, before, after, found) => {
  expect(findNarrowedApi(before, after)).toEqual(found)
})

test.each<[string, ApiDocument, ApiDocument]>([
  ['no change', request(ref), request(ref)],
  ['the same schema without its name', request(ref), request(person)],
  ['a new path', {}, request(text)],
  ['an optional parameter', aDocument({}), query({})],
  ['an optional field of a request', request(object({ properties: { name: text } })), request(ref)],
  ['a request with null', request(text), request(nullable)],
  ['another value of a request', request({ enum: ['A'] }), request({ enum: ['A', 'B'] })],
  ['a field, value and limit of a reply', reply(object({ properties: { name: text } })), reply(ref)],
  ['a reply without null', reply(nullable), reply(text)],
  ['another form of null', reply(nullable), reply({ type: ['null', 'string'] })],
  ['a reply with a value that was free text', reply(text), reply({ ...text, enum: ['A'] })],
])('%s narrows nothing', (_name, before, after) => {
  expect(findNarrowedApi(before, after)).toEqual([])
})

test('a change is listed by its text or by a pattern', () => {
  const changes = [
    'users.list 200[] age: removed',
    'tenders.list query page: removed',
    'POST /users: removed',
  ]
  const text = 'Paging went, `*`:\n\n- `*.list query page: removed`: use `after`\n- `POST /users: removed`'
  expect(findUnlisted(changes, text)).toEqual(['users.list 200[] age: removed'])
})
