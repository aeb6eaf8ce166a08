import type { Endpoint } from '@backoffice/contract/endpoint'
import Fastify from 'fastify'
import * as z from 'zod/mini'
import { createTokenVerifier } from '../adapters/identity/embedded.ts'
import type { Tx } from '../db/client.ts'
import { confirmAccess, createAuthentication } from '../features/access/authenticate.ts'
import { NO_APPROVALS } from '../kernel/approvals.ts'
import type { Call } from '../kernel/caller.ts'
import { resolveError, sendProblem } from '../kernel/error-handler.ts'
import { type Handlers, mount } from '../kernel/mount.ts'
import { NO_CONFIRMATIONS } from '../kernel/recent-sign-in.ts'
import { replySerializer } from '../kernel/serialize-reply.ts'
import { API_BASES } from '../kernel/served-apis.ts'
import type { TestSystem } from './test-system.ts'

type Place = 'turn' | 'commit'

/**
 * The declared endpoints without input, with handlers that only write a policy `written by …`. A call pauses at the place
 * that the test requests.
 */
export function createStubApp({ db, clock, identity }: TestSystem, endpoints: readonly [string, Endpoint][]) {
  const app = Fastify()
  app.setSerializerCompiler(replySerializer)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, resolveError(error, request)))
  let pause: { at: Place; reached: () => void; resumed: Promise<void> } | null = null
  let handled: { name: string; policies: readonly string[] }[] = []
  let alsoWrite = async (_tx: Tx): Promise<void> => {}

  /** True if the call has paused here. */
  async function pauseHere(at: Place): Promise<boolean> {
    const requested = pause
    if (requested?.at !== at) return false
    pause = null
    requested.reached()
    await requested.resumed
    return true
  }

  const kernel = {
    db,
    clock,
    ...createAuthentication(db, createTokenVerifier(identity), async () => {}),
    confirmAccess,
    checkRateLimit: async () => {},
    limitConcurrency: async <T>(
      _callerId: string,
      _response: unknown,
      work: (hasWaited: boolean) => Promise<T>,
    ) => work(await pauseHere('turn')),
    approvals: NO_APPROVALS,
    findGrant: async () => () => null,
    noteSession: null,
    permissionUse: { record: () => {} },
    sessionUse: { record: () => {} },
    confirmations: NO_CONFIRMATIONS,
    refusalAudit: { record: async () => {} },
    bases: API_BASES,
  }
  for (const [name, { params, query, body, rules, versioned, ...declared }] of endpoints) {
    const note = ({ caller }: Call) => void handled.push({ name, policies: caller.access.policies })
    const handlers = {
      read: async (_received: unknown, call: Call) => note(call),
      stream: async (_received: unknown, call: Call) => note(call),
      write: async (_received: unknown, call: Call) => {
        note(call)
        return async (tx: Tx) => {
          await tx
            .insertInto('policies')
            .values({ name: `written by ${name}`, statements: [] })
            .execute()
          await alsoWrite(tx)
          await pauseHere('commit')
          return { resource: null, audit: [{}] }
        }
      },
    }
    const endpoint = { ...declared, reply: z.any() }
    // The endpoint with the handler of its effect.
    mount(app, kernel, name.replace('.', '-'), { endpoint }, {
      endpoint: handlers[declared.effect],
    } as unknown as Handlers<{ endpoint: Endpoint }>)
  }

  return {
    app,
    /** Policies of the callers in the handler of an endpoint. */
    handled: (name: string) => handled.filter((each) => each.name === name).map(({ policies }) => policies),
    onWrite(work: (tx: Tx) => Promise<void>) {
      alsoWrite = work
    },
    /** The next call pauses. */
    pauseAt(at: Place) {
      const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      pause = { at, reached: reached.resolve, resumed: resumed.promise }
      return { paused: reached.promise, resume: resumed.resolve }
    },
    reset() {
      pause = null
      handled = []
      alsoWrite = async () => {}
    },
  }
}

export type StubApp = ReturnType<typeof createStubApp>
