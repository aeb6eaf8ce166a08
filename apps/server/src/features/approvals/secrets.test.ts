import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod/v4/core'

const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

/** Names of fields with passwords, codes of a sign-in, tokens, whole card numbers or signed links. */
const SECRET =
  /password|passphrase|passcode|secret|token|credential|authorization|session|cookie|signature|otp|(^|_)(pin|pan|cvv|csv|urls?)$|card_number|(private|api)_key/i
/** A reply has the code of its error. */
const SECRET_INPUT = new RegExp(`${SECRET.source}|^code$`, 'i')

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; [part: string]: unknown }

/** A flag reveals no secret. */
const isFlag = ({ type }: Schema) => [type].flat().includes('boolean')

/** Paths of the secret fields. */
function secretsIn(schema: unknown, secret: RegExp, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...others } = schema as Schema
  const own = Object.entries(properties).flatMap(([name, part]) => [
    ...(secret.test(name) && !isFlag(part) ? [`${path}.${name}`] : []),
    ...secretsIn(part, secret, `${path}.${name}`),
  ])
  return [...own, ...Object.values(others).flatMap((part) => secretsIn(part, secret, path))]
}

function secretsOf(endpoint: Endpoint): string[] {
  const inputs = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? secretsIn(toJSONSchema(schema, { io: 'input' }), SECRET_INPUT, part) : []
  })
  return [...inputs, ...secretsIn(toJSONSchema(endpoint.reply, { io: 'output' }), SECRET, 'reply')]
}

test('no endpoint that takes or returns secrets needs approval', () => {
  const found = ENDPOINTS.flatMap(([name, endpoint]) => {
    if (!endpoint.approval) return []
    return [...(endpoint.isSecret ? [name] : []), ...secretsOf(endpoint).map((path) => `${name} ${path}`)]
  })
  expect(found).toEqual([])
})

test('the search finds the secrets of the other endpoints', () => {
  const found = new Map(ENDPOINTS.map(([name, endpoint]) => [name, secretsOf(endpoint)]))
  expect(found.get('cards.reveal')).toEqual(['reply.card_number'])
  expect(found.get('cases.send')).toEqual(['reply.csv'])
  expect(found.get('files.presign')).toEqual(expect.arrayContaining(['reply.upload_url', 'reply.part_urls']))
  for (const [name, { isSecret }] of ENDPOINTS)
    if (isSecret) expect([name, found.get(name)]).not.toEqual([name, []])
})
