import type { CallInput, Endpoint, Reply } from '@backoffice/contract/endpoint'
import { FetchError, ofetch } from 'ofetch'
import { config } from '../config.ts'
import { endSession } from '../session/ending.ts'
import { bearer, renew } from '../session/renewal.ts'
import { addressOf } from './address.ts'
import { endsSession, Failure, failureOf } from './failure.ts'

type Options = { idempotencyKey?: string; signal?: AbortSignal }
type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const RENEWED = {
  code: 'session_renewed',
  detail: 'Your session had run out and was renewed. Do it once more.',
}

async function send(endpoint: Endpoint, input: Parts & Options): Promise<unknown> {
  const token = await bearer()
  // Asked for by a screen that is about to be taken away: nobody is signed in any more.
  if (token === '') throw failureOf(401, undefined)
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  // The library's own defaults are the retry rules: reads once, writes never.
  const { resource } = await ofetch<{ resource: unknown }>(addressOf(config(), endpoint, input.params), {
    method: endpoint.method,
    headers,
    ...(input.query && { query: input.query }),
    ...(input.body && { body: input.body }),
    ...(input.signal && { signal: input.signal }),
  })
  return resource
}

function failureFrom(error: unknown): Failure | undefined {
  if (!(error instanceof FetchError)) return undefined
  const aborted = error.cause instanceof Error && error.cause.name === 'AbortError'
  return aborted ? undefined : failureOf(error.status, error.data)
}

/**
 * Calls the API as the contract declares it and gives back the `resource` of the reply.
 * Throws a `Failure`; an aborted call throws as it does.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Options,
): Promise<Reply<E>> {
  // The parts were checked against the declaration by the signature above.
  const parts = input as Parts & Options
  try {
    return (await send(endpoint, parts)) as Reply<E>
  } catch (error) {
    const failure = failureFrom(error)
    if (!failure) throw error
    if (!endsSession(failure)) throw failure
    if (failure.status === 401 && (await renew()) === 'renewed') {
      // A write is never sent twice by itself: the person decides.
      if (endpoint.effect === 'write') throw new Failure(401, RENEWED)
      return (await send(endpoint, parts).catch((again: unknown) => {
        const second = failureFrom(again)
        if (second && endsSession(second)) endSession('expired')
        throw second ?? again
      })) as Reply<E>
    }
    endSession('expired')
    throw failure
  }
}
