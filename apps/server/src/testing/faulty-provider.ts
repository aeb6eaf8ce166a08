import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityProvider } from '@backoffice/identity'
import { createAdministration } from '../adapters/identity/administration.ts'
import { EMBEDDED_POOL } from '../adapters/identity/embedded.ts'

/** With `lost-after` the provider handles the call, but its reply is lost. */
export const FAULTS = ['refused', 'failing', 'hanging', 'lost-before', 'lost-after'] as const
export type Fault = (typeof FAULTS)[number]

type Handler = IdentityProvider['adminRequestHandler']

/** The embedded provider's administration, failing from a certain call on. */
export function faultyProvider(handler: Handler) {
  const state = {
    fault: null as Fault | null,
    /** Successful calls before the fault. */
    after: 0,
    /** Requested operations. */
    calls: [] as string[],
    onHanging: () => {},
  }
  const faulty: Handler = {
    ...handler,
    async handle(request) {
      const target = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'x-amz-target')
      state.calls.push(target?.[1].split('.').at(-1) ?? '')
      const fault = state.calls.length > state.after ? state.fault : null
      if (fault === 'refused') return reply(400, 'InvalidParameterException')
      if (fault === 'failing') return reply(500, 'InternalErrorException')
      if (fault === 'hanging') {
        setImmediate(state.onHanging)
        return new Promise(() => {})
      }
      if (fault === 'lost-before') throw connectionLost()
      const result = await handler.handle(request)
      if (fault === 'lost-after') throw connectionLost()
      return result
    },
  }
  return {
    handler: faulty,
    calls: state.calls,
    /** Called when a call hangs. */
    onHanging(listener: () => void) {
      state.onHanging = listener
    },
    /** Sets a fault that starts after the next `after` calls, or null for none. */
    set(fault: Fault | null, after = 0) {
      state.calls.length = 0
      Object.assign(state, { fault, after })
    },
  }
}

/** Calls the provider through the SDK without retries, which would hide faults. */
export function faultyAdministration(provider: IdentityProvider) {
  const faulty = faultyProvider(provider.adminRequestHandler)
  const config = { ...provider.adminClientConfig, requestHandler: faulty.handler, maxAttempts: 1 }
  const client = new CognitoIdentityProviderClient(config)
  // Time does not pass. Only the timeout of a hanging call expires, and at once, however slow the machine.
  const createTimeout = () => {
    const timeout = new AbortController()
    faulty.onHanging(() => timeout.abort())
    return timeout.signal
  }
  const sender = createAdministration(client, EMBEDDED_POOL.userPoolId, { createTimeout })
  const administration = async () => sender
  return { faulty, administration }
}

function reply(statusCode: number, type: string): Awaited<ReturnType<Handler['handle']>> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type }
  const body = Buffer.from(JSON.stringify({ __type: type, message: 'a fault of the test' }))
  return { response: { statusCode, headers, body } }
}

function connectionLost(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}
