import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  INITIAL,
  needsRefresh,
  reducer,
  type Session,
  type SessionEvent,
  type SessionState,
  SIGNED_OUT,
  secondsToRefresh,
  statusOf,
} from './session-state.ts'

const email = fc.constantFrom('ana@backoffice.test', 'ben@backoffice.test')
const modules = fc.subarray(['All', 'Users', 'Lookup'])
const policies = fc.subarray(['*:*', 'user:view'])
const token = fc.stringMatching(/^[a-z]{3}$/)
const end = fc.constantFrom(
  'signed-out' as const,
  'other-tab' as const,
  'expired' as const,
  'disabled' as const,
)
/** Sessions that another tab may have stored: always with a token. */
const session: fc.Arbitrary<Session> = fc
  .record({ isAuthenticated: fc.boolean(), token, tokenExpiration: fc.nat(), email, modules, policies })
  .map(({ isAuthenticated, token, tokenExpiration, ...user }) => ({
    isAuthenticated,
    auth: { token, tokenExpiration, userDetails: { ...user, contact: '', name: '' } },
  }))
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({
    type: fc.constant('token-stored' as const),
    token,
    expiration: fc.nat(),
    email,
    contact: fc.constant('+639170000000'),
    name: fc.constant('Ana Cruz'),
  }),
  fc.record({
    type: fc.constant('access-loaded' as const),
    email,
    modules,
    policies,
    isTokenFresh: fc.boolean(),
  }),
  fc.record({ type: fc.constant('synced' as const), session }),
  fc.record({ type: fc.constant('ended' as const), end }),
  fc.record({ type: fc.constant('end-announced' as const), end: fc.option(end, { nil: undefined }) }),
  fc.record({ type: fc.constant('unsaved-changes' as const), hasUnsavedChanges: fc.boolean() }),
  fc.record({
    type: fc.constant('locked' as const),
    lock: fc.constantFrom('idle' as const, 'unknown' as const),
  }),
  ...(
    [
      'refresh-failed',
      'restoring',
      'restore-failed',
      'restored',
      'unlocked',
      'reauthentication-requested',
    ] as const
  ).map((type) => fc.constant({ type })),
)
const history = fc.array(event, { maxLength: 12 })
const after = (events: SessionEvent[], state = INITIAL) => events.reduce(reducer, state)

const ANA = { email: 'ana@backoffice.test', contact: '', name: '' }
const tokenOf = (user: typeof ANA, token = 'one'): SessionEvent => ({
  type: 'token-stored',
  token,
  expiration: 1,
  ...user,
})
const accessOf = ({ email }: typeof ANA): SessionEvent => ({
  type: 'access-loaded',
  email,
  modules: ['All'],
  policies: [],
  isTokenFresh: true,
})
const SIGNED_IN = after([tokenOf(ANA), accessOf(ANA)])
const EDITED = after([{ type: 'unsaved-changes', hasUnsavedChanges: true }], SIGNED_IN)

/** Checks the last event after any history. */
function always(check: (before: SessionState, event: SessionEvent, now: SessionState) => void): void {
  fc.assert(
    fc.property(history, event, (events, last) => {
      const before = after(events)
      check(before, last, reducer(before, last))
    }),
    { numRuns: 500 },
  )
}

it('authenticates only with access loaded with a fresh token, in this or another tab', () => {
  always((before, event, now) => {
    if (now.isAuthenticated) expect(now.auth.token).not.toBe('')
    if (!now.isAuthenticated || before.isAuthenticated) return
    if (event.type === 'synced') expect(event.session.isAuthenticated).toBe(true)
    else expect(event).toMatchObject({ type: 'access-loaded', isTokenFresh: true })
  })
})

it('authenticates a restore only by its own loaded access, not by another tab’s', () => {
  always((before, event, now) => {
    if (event.type === 'restoring') expect(now.isAuthenticated).toBe(false)
    if (before.restoring && !before.isAuthenticated && now.isAuthenticated)
      expect(event).toMatchObject({ type: 'access-loaded', isTokenFresh: true })
  })
})

it('clears the user of a failed restore, and keeps the page', () => {
  always((before) => {
    const now = reducer(before, { type: 'restore-failed' })
    expect(statusOf(now)).toBe('signed-out')
    expect(now).toMatchObject({ ...SIGNED_OUT, end: before.end, lock: undefined })
  })
})

it('keeps the same state object for unchanged access, to avoid a render', () => {
  always((before, event) => {
    const now = reducer(before, event)
    if (event.type === 'access-loaded') expect(reducer(now, event)).toBe(now)
  })
})

it('stays unauthenticated after a failed refresh for any loaded access, until a full refresh succeeds', () => {
  fc.assert(
    fc.property(history, history, (before, later) => {
      const partial = later.filter(
        (one) =>
          !(one.type === 'access-loaded' && one.isTokenFresh) &&
          !(one.type === 'synced' && one.session.isAuthenticated),
      )
      expect(after([...before, { type: 'refresh-failed' }, ...partial]).isAuthenticated).toBe(false)
    }),
  )
})

it('is unauthenticated after a failed refresh, with all else unchanged', () => {
  always((before) => {
    expect(reducer(before, { type: 'refresh-failed' })).toEqual({
      ...before,
      isAuthenticated: false,
      isReauthenticating: before.isReauthenticating && before.auth.token !== '',
    })
  })
})

it('is signed in again after any number of failed refreshes with a token and the access', () => {
  fc.assert(
    fc.property(history, fc.nat({ max: 5 }), (events, failures) => {
      const before = after(events)
      fc.pre(before.auth.token !== '')
      const failed = after(Array<SessionEvent>(failures).fill({ type: 'refresh-failed' }), before)
      const { email } = before.auth.userDetails
      const now = reducer(failed, accessOf({ ...ANA, email }))
      expect(statusOf(now)).toBe('signed-in')
      expect(now.isReauthenticating).toBe(false)
    }),
  )
})

it('ends only by its end or a failed restore, and starts only with a token', () => {
  always((before, { type }, now) => {
    if (statusOf(before) !== 'signed-out' && statusOf(now) === 'signed-out')
      expect(['ended', 'restore-failed']).toContain(type)
    if (statusOf(before) === 'signed-out' && type !== 'token-stored' && type !== 'synced')
      expect(now.auth).toEqual(SIGNED_OUT.auth)
  })
})

it('has the reason to leave the page if a session ends and the page does not stay', () => {
  always((before, event, now) => {
    if (now.end !== before.end) expect(['ended', 'synced', 'token-stored']).toContain(event.type)
    if (event.type !== 'ended' || statusOf(before) === 'signed-out') return
    const announced = before.announcedEnd
    const isAnnounced = announced === 'signed-out' || announced === 'other-tab'
    if (statusOf(now) === 'interrupted') expect(now.end).toBe(before.end)
    else expect(now.end).toBe(isAnnounced ? announced : event.end)
  })
})

it('is interrupted only by an unintended end of a page with unsaved changes', () => {
  always((before, event, now) => {
    if (statusOf(now) !== 'interrupted' || statusOf(before) === 'interrupted') return
    expect(event.type).toBe('ended')
    expect(before.hasUnsavedChanges).toBe(true)
    expect(now.auth).toEqual({ ...SIGNED_OUT.auth, userDetails: before.auth.userDetails })
  })
  expect(statusOf(reducer(EDITED, { type: 'ended', end: 'signed-out' }))).toBe('signed-out')
  expect(statusOf(reducer(EDITED, { type: 'ended', end: 'expired' }))).toBe('interrupted')
})

it('continues after an interruption for the same user when the access is loaded', () => {
  always((state) => {
    const { email } = state.auth.userDetails
    fc.pre(email !== '')
    const changed = reducer(
      { ...state, announcedEnd: undefined },
      { type: 'unsaved-changes', hasUnsavedChanges: true },
    )
    const interrupted = reducer(changed, { type: 'ended', end: 'expired' })
    expect(statusOf(interrupted)).toBe('interrupted')
    const waiting = reducer(interrupted, tokenOf({ ...ANA, email }))
    expect(statusOf(waiting)).toBe('waiting')
    expect(waiting.auth.userDetails).toMatchObject({ email, modules: state.auth.userDetails.modules })
    expect(statusOf(reducer(waiting, accessOf({ ...ANA, email })))).toBe('signed-in')
  })
})

it('never gives a user the access of another user', () => {
  always((before, event, now) => {
    if (!('email' in event) || event.email === before.auth.userDetails.email) return
    if (event.type === 'access-loaded') return expect(now.auth).toEqual(before.auth)
    expect(statusOf(now)).toBe('waiting')
    expect(now.auth.userDetails).toMatchObject({ email: event.email, modules: [], policies: [] })
  })
})

it('leaves the page only for another user in another tab', () => {
  always((before, event, now) => {
    if (event.type !== 'synced') return
    const [own, other] = [before.auth.userDetails.email, event.session.auth.userDetails.email]
    const isIgnored = statusOf(before) === 'interrupted' && !event.session.isAuthenticated
    expect(now.end).toBe(own !== '' && own !== other && !isIgnored ? 'replaced' : before.end)
    expect(now.auth).toEqual(isIgnored ? before.auth : event.session.auth)
  })
})

it('leaves the page for another user in this tab, and keeps it locked while leaving', () => {
  always((before, event, now) => {
    if (event.type === 'token-stored') {
      const isOther = before.auth.userDetails.email !== '' && before.auth.userDetails.email !== event.email
      expect(now.end).toBe(isOther ? 'replaced' : before.end)
    }
    if (event.type === 'ended' && now.end !== before.end) expect(now.lock).toBe(before.lock)
  })
})

it('locks no page without a user, and requests a sign-in only while the refresh keeps failing', () => {
  always((_before, _event, now) => {
    if (statusOf(now) === 'signed-out' && now.end === undefined) expect(now.lock).toBeUndefined()
    if (now.isReauthenticating) expect(statusOf(now)).toBe('waiting')
  })
})

test('an announced sign-out is the reason of every later end until it is withdrawn or a new session starts', () => {
  const announced = reducer(EDITED, { type: 'end-announced', end: 'other-tab' })
  const revoked: SessionEvent = { type: 'ended', end: 'revoked' }
  expect(reducer(announced, revoked).end).toBe('other-tab')
  const withdrawn = reducer(announced, { type: 'end-announced', end: undefined })
  expect(statusOf(reducer(withdrawn, revoked))).toBe('interrupted')
  const again = after([revoked, tokenOf(ANA), accessOf(ANA)], announced)
  expect(again.announcedEnd).toBeUndefined()
})

test('a refresh does not interrupt', () => {
  const refreshed = reducer(SIGNED_IN, tokenOf(ANA, 'two'))
  expect(statusOf(refreshed)).toBe('signed-in')
  expect(refreshed.auth).toMatchObject({ token: 'two', userDetails: { modules: ['All'] } })
})

test('a token with less than twenty minutes left needs a refresh', () => {
  expect(needsRefresh(10_000, 10_000 - 1200)).toBe(false)
  expect(needsRefresh(10_000, 10_000 - 1199)).toBe(true)
  expect(needsRefresh(10_000, 20_000)).toBe(true)
})

test('the refresh is due twenty minutes before the expiration, but never immediately', () => {
  expect(secondsToRefresh(10_000, 10_000 - 3600)).toBe(2400)
  expect(secondsToRefresh(10_000, 10_000 - 1200)).toBe(30)
  expect(secondsToRefresh(10_000, 99_999)).toBe(30)
})
