import { type Address, fillPath } from '@backoffice/contract/endpoint'

/** URL of an endpoint: `/role/:id` with its parameters filled in. */
export function endpointUrl(
  bases: { userApi: string; operationsApi: string },
  endpoint: Pick<Address, 'api' | 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const base = endpoint.api === 'user' ? bases.userApi : bases.operationsApi
  const path = fillPath(endpoint.path, (name) => encodeURIComponent(String(params[name])))
  return base.replace(/\/$/, '') + path
}

/** Query string: lists repeat their name, objects are JSON, undefined values are left out. */
export function querySearch(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, textOf(each)]])),
  )
  return new URLSearchParams(pairs).toString()
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
