import { createEmbeddedProvider, EMBEDDED_POOL } from '../apps/server/src/adapters/identity/embedded.ts'
import { storedKeys } from '../apps/server/src/adapters/keys.ts'
import { createCountedAudit } from '../apps/server/src/kernel/counted-audit.ts'
import { createSecurityEventHandler } from '../apps/server/src/resources/security-log/security-events.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { type Figure, ratioDetail, ratioFigure } from './figures.ts'
import { percentile, timed } from './measure.ts'

type Provider = ReturnType<typeof createEmbeddedProvider>

const MAILBOXES = ['agent', 'supervisor', 'auditor', 'lookup', 'glass', 'viewer']
const SIGN_INS_PER_BLOCK = 30
const BLOCKS_PER_ROUND = 8
const P99 = 0.99

/**
 * A sign-in at the embedded provider with the security log against one without, in turns. A minute passes between blocks,
 * so that every sign-in writes its event. The shorter flow, by password, shows the log most.
 */
export function benchSignIn(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'access',
    async () => {},
    async (database) => {
      const { logged, bare, pass } = await providersOf(database)
      const [ours, former]: [number[], number[]] = [[], []]
      for (let block = -1; block < rounds * BLOCKS_PER_ROUND; block++) {
        const [a, b] = [await signIns(logged), await signIns(bare)]
        pass()
        if (block < 0) continue
        ours.push(...a)
        former.push(...b)
      }
      const at = (share: number) => ({ ours: percentile(ours, share), bare: percentile(former, share) })
      return [
        ratioFigure('access.sign-in', at(P99)),
        ratioDetail('sign-in with the security log, against without: median', at(0.5)),
      ]
    },
  )
}

async function providersOf({ pool, db, dataDir }: BenchDatabase) {
  const { identity: key } = await storedKeys(dataDir)
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const onError = (error: unknown) => {
    throw error
  }
  const audit = createCountedAudit({ db, clock, onError })
  const options = { pool, key, clock, onError, signInCallsPerMinute: 1_000_000 }
  return {
    bare: createEmbeddedProvider(options),
    logged: createEmbeddedProvider({ ...options, onSecurityEvent: createSecurityEventHandler(db, audit) }),
    pass: () => {
      clock.offsetMs += 61_000
    },
  }
}

async function signIns(provider: Provider): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < SIGN_INS_PER_BLOCK; time++) {
    const USERNAME = `${MAILBOXES[time % MAILBOXES.length]}@backoffice.test`
    // Its own address, so that no event is counted with another.
    const ip = `192.0.2.${Math.floor(time / MAILBOXES.length)}`
    times.push(await timed(() => signIn(provider, USERNAME, ip)))
  }
  await provider.close()
  return times
}

async function signIn(provider: Provider, USERNAME: string, ip: string) {
  const { status, body } = await provider.handle({
    target: 'AWSCognitoIdentityProviderService.InitiateAuth',
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: EMBEDDED_POOL.userPoolClientId,
      AuthParameters: { USERNAME, PASSWORD: 'Backoffice#2026' },
    }),
    ip,
  })
  if (status !== 200) throw new Error(`${USERNAME} could not sign in: ${body}`)
}
