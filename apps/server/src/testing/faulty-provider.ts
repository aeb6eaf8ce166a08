import type { IdentityProvider } from '@backoffice/identity'

/** `lost-after`: the provider does it, and the answer never arrives. */
export const FAULTS = ['refused', 'failing', 'hanging', 'lost-before', 'lost-after'] as const
export type Fault = (typeof FAULTS)[number]

type Handler = IdentityProvider['adminRequestHandler']

/** The embedded provider's administration, out of order from a certain call on. */
export function faultyProvider(handler: Handler) {
  const state = {
    fault: null as Fault | null,
    /** Calls that are well answered before the fault. */
    after: 0,
    /** The operations that were asked for. */
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
      const answer = await handler.handle(request)
      if (fault === 'lost-after') throw connectionLost()
      return answer
    },
  }
  return {
    handler: faulty,
    calls: state.calls,
    /** From the call after the next `after` ones on. Null: in order again. */
    set(fault: Fault | null, after = 0) {
      state.calls.length = 0
      Object.assign(state, { fault, after })
    },
  }
}

function reply(statusCode: number, type: string): Awaited<ReturnType<Handler['handle']>> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type }
  const body = Buffer.from(JSON.stringify({ __type: type, message: 'as the test wants it' }))
  return { response: { statusCode, headers, body } }
}

function connectionLost(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}
