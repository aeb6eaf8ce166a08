import type { CallInput, Endpoint, Reply } from '@backoffice/contract/endpoint'
import { requestOf } from '../kernel/served-apis.ts'

type HttpReply<E extends Endpoint> = { status: number; body: { resource: Reply<E>; detail?: string } }

/** Calls an endpoint of a process over HTTP. */
export async function callOver<E extends Endpoint>(
  address: string,
  endpoint: E,
  input: CallInput<E>,
  token: string,
): Promise<HttpReply<E>> {
  const { method, url, headers, payload } = requestOf(endpoint, input, { authorization: `Bearer ${token}` })
  const reply = await fetch(address + String(url), {
    method: String(method),
    headers: {
      ...(headers as Record<string, string>),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  })
  // The body is a reply of the endpoint or a problem.
  return { status: reply.status, body: (await reply.json()) as HttpReply<E>['body'] }
}

/** Text so far of a process's event stream, and its end. */
export async function openEvents(address: string, token: string) {
  const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const stream = { text: '', ended: Promise.resolve() }
  stream.ended = (async () => {
    // A successful fetch has a body.
    for await (const chunk of reply.body as ReadableStream<Uint8Array>)
      stream.text += Buffer.from(chunk).toString()
  })().catch(() => {})
  return stream
}
