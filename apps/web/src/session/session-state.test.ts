import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { reducer, type Session, type SessionEvent, SIGNED_OUT, statusOf } from './session-state.ts'

const email = fc.constantFrom('ana@backoffice.test', 'ben@backoffice.test')
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({
    type: fc.constant('token' as const),
    token: fc.stringMatching(/^[a-z]{3}$/),
    expiration: fc.nat(),
    email,
    contact: fc.constant('+639170000000'),
    name: fc.constant('Ana Cruz'),
  }),
  fc.record({
    type: fc.constant('access' as const),
    email,
    modules: fc.subarray(['All', 'Users', 'Lookup']),
    policies: fc.subarray(['*:*', 'user:view']),
    isTokenFresh: fc.boolean(),
  }),
  fc.constant({ type: 'refresh-failed' as const }),
  fc.constant({ type: 'over' as const }),
  fc.constant({ type: 'interrupted' as const }),
)
const history = fc.array(event, { maxLength: 12 })
const lived = (events: SessionEvent[]) => events.reduce(reducer, SIGNED_OUT)

/** Checks the last step of any history. */
function always(check: (before: Session, event: SessionEvent, now: Session) => void): void {
  fc.assert(
    fc.property(history, event, (events, last) => {
      const before = lived(events)
      check(before, last, reducer(before, last))
    }),
  )
}

it('authenticates only who has a token, and only by their role read with a fresh one', () => {
  always((before, event, now) => {
    if (now.isAuthenticated) expect(now.auth.token).not.toBe('')
    if (now.isAuthenticated && !before.isAuthenticated)
      expect(event).toMatchObject({ type: 'access', isTokenFresh: true })
  })
})

it('stays unauthenticated after a failed refresh whatever role is read, until one succeeds as a whole', () => {
  fc.assert(
    fc.property(history, history, (before, later) => {
      const partial = later.filter((one) => one.type !== 'access' || !one.isTokenFresh)
      const session = [...before, { type: 'refresh-failed' as const }, ...partial].reduce(reducer, SIGNED_OUT)
      expect(session.isAuthenticated).toBe(false)
    }),
  )
})

it('marks unauthenticated after every failed refresh, and loses nothing by it', () => {
  always((before, _, _now) => {
    const failed = reducer(before, { type: 'refresh-failed' })
    expect(failed.isAuthenticated).toBe(false)
    expect(failed.auth).toEqual(before.auth)
  })
})

it('comes back from any number of failures with a token and the role', () => {
  fc.assert(
    fc.property(history, fc.nat({ max: 5 }), (events, failures) => {
      const session = lived(events)
      fc.pre(session.auth.token !== '')
      const failed = Array.from({ length: failures }).reduce<Session>(
        (one) => reducer(one, { type: 'refresh-failed' }),
        session,
      )
      const { email } = session.auth.userDetails
      const access: SessionEvent = { type: 'access', email, modules: [], policies: [], isTokenFresh: true }
      expect(statusOf(reducer(failed, access))).toBe('signed-in')
    }),
  )
})

it('is signed out by its end alone, whatever arrives late', () => {
  always((before, { type }, now) => {
    if (statusOf(before) !== 'signed-out' && statusOf(now) === 'signed-out') expect(type).toBe('over')
    if (statusOf(before) === 'signed-out' && type !== 'token') expect(now).toEqual(SIGNED_OUT)
  })
})

it('goes on after an interruption with the same person’s screen, once their role was read', () => {
  always((before) => {
    const interrupted = reducer(before, { type: 'interrupted' })
    expect(interrupted.auth).toMatchObject({ token: '', tokenExpiration: 0 })
    expect(interrupted.auth.userDetails).toEqual(before.auth.userDetails)
    if (statusOf(before) === 'signed-out') return expect(interrupted).toEqual(SIGNED_OUT)
    const { email, contact, name, modules, policies } = before.auth.userDetails
    const again = reducer(interrupted, { type: 'token', token: 'new', expiration: 9, email, contact, name })
    expect(statusOf(again)).toBe('waiting')
    expect(again.auth.userDetails).toEqual(before.auth.userDetails)
    const access: SessionEvent = { type: 'access', email, modules, policies, isTokenFresh: true }
    expect(statusOf(reducer(again, access))).toBe('signed-in')
  })
})

it('gives nobody the role of the one before', () => {
  always((before, happened, now) => {
    if (!('email' in happened) || happened.email === before.auth.userDetails.email) return
    if (happened.type === 'access') return expect(now).toEqual(before)
    expect(statusOf(now)).toBe('waiting')
    expect(now.auth.userDetails).toMatchObject({ email: happened.email, modules: [], policies: [] })
  })
})

test('a renewal does not interrupt', () => {
  const ana = { email: 'ana@backoffice.test', contact: '', name: '' }
  const signedIn = lived([
    { type: 'token', token: 'one', expiration: 1, ...ana },
    { type: 'access', email: ana.email, modules: ['All'], policies: [], isTokenFresh: true },
  ])
  const renewed = reducer(signedIn, { type: 'token', token: 'two', expiration: 2, ...ana })
  expect(statusOf(renewed)).toBe('signed-in')
  expect(renewed.auth).toMatchObject({ token: 'two', tokenExpiration: 2, userDetails: { modules: ['All'] } })
})
