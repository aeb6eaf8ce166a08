import { createEmbeddedProvider, EMBEDDED_POOL } from '../apps/server/src/adapters/identity/embedded.ts'
import { storedKeys } from '../apps/server/src/adapters/keys.ts'
import { createSecurityEventHandler } from '../apps/server/src/features/security-log/security-events.ts'
import { createCountedAudit } from '../apps/server/src/kernel/counted-audit.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { type Figure, ratioDetail, ratioFigure } from './figures.ts'
import { percentile, timed } from './measure.ts'

type Provider = ReturnType<typeof createEmbeddedProvider>

const MAILBOXES = ['agent', 'supervisor', 'auditor', 'lookup', 'glass', 'viewer']
const SIGN_INS_PER_ROUND = 600
const WARM_UP = 60
const P99 = 0.99

/**
 * A sign-in at the embedded provider with the security log against one without, in turns. The shorter flow, by password,
 * shows the log most.
 */
export function benchSignIn(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'access',
    async () => {},
    async (database) => {
      const { logged, bare } = await providersOf(database)
      const [ours, former]: [number[], number[]] = [[], []]
      for (let time = -WARM_UP; time < rounds * SIGN_INS_PER_ROUND; time++) {
        const USERNAME = `${MAILBOXES[Math.abs(time) % MAILBOXES.length]}@backoffice.test`
        const [one, other] = [await signIn(logged, USERNAME), await signIn(bare, USERNAME)]
        if (time < 0) continue
        ours.push(one)
        former.push(other)
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
  const clock = { now: () => new Date() }
  const onError = (error: unknown) => {
    throw error
  }
  const audit = createCountedAudit({ db, clock, onError })
  const options = { pool, key, clock, onError, signInCallsPerMinute: 1_000_000 }
  return {
    bare: createEmbeddedProvider(options),
    logged: createEmbeddedProvider({ ...options, onSecurityEvent: createSecurityEventHandler(db, audit) }),
  }
}

/** Users do not sign in back to back: the work after a response is done before the next sign-in. */
async function signIn(provider: Provider, USERNAME: string): Promise<number> {
  const body = JSON.stringify({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: EMBEDDED_POOL.userPoolClientId,
    AuthParameters: { USERNAME, PASSWORD: 'Backoffice#2026' },
  })
  const target = 'AWSCognitoIdentityProviderService.InitiateAuth'
  const ms = await timed(async () => {
    const { status } = await provider.handle({ target, body, ip: '192.0.2.7' })
    if (status !== 200) throw new Error(`${USERNAME} could not sign in`)
  })
  await provider.close()
  return ms
}
