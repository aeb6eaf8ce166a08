import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityProvider } from '@backoffice/identity'
import { createAdministration } from '../adapters/identity/administration.ts'
import { EMBEDDED_POOL } from '../adapters/identity/embedded.ts'

/** `lost-after`: the provider handles the call, but its reply is lost. */
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
  }
  const faulty: Handler = {
    ...handler,
    async handle(request) {
      const target = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'x-amz-target')
      state.calls.push(target?.[1].split('.').at(-1) ?? '')
      const fault = state.calls.length > state.after ? state.fault : null
      if (fault === 'refused') return reply(400, 'InvalidParameterException')
      if (fault === 'failing') return reply(500, 'InternalErrorException')
      if (fault === 'hanging') return new Promise(() => {})
      if (fault === 'lost-before') throw connectionLost()
      const result = await handler.handle(request)
      if (fault === 'lost-after') throw connectionLost()
      return result
    },
  }
  return {
    handler: faulty,
    calls: state.calls,
    isHanging: () => state.fault === 'hanging',
    /** Sets a fault that starts after the next `after` calls. Null: no fault. */
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
  const within = (timeoutMs: number) => createAdministration(client, EMBEDDED_POOL.userPoolId, { timeoutMs })
  const [patient, hasty] = [within(5_000), within(400)]
  // A short timeout only for hanging calls, so that tests pass on a slow machine.
  const administration = async () => (faulty.isHanging() ? hasty : patient)
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
