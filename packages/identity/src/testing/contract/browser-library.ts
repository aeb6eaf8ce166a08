import {
  AdminDisableUserCommand,
  AdminResetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resetPassword,
  type SignInInput,
  signIn,
  signOut,
  updatePassword,
} from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFixture, type Fixture, PERMANENT, TEMPORARY } from './fixture.ts'
import type { Target } from './target.ts'

const CHOSEN = 'Another-Day#2027'

type AuthFlow = NonNullable<NonNullable<SignInInput['options']>['authFlowType']>

export function describeBrowserLibrary(
  start: () => Promise<Target>,
  { readsCodes }: { readsCodes: boolean },
): void {
  describe('browser library', () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = createFixture(await start())
    })
    afterEach(() => signOut())
    afterAll(() => fixture.cleanUp())

    const subject = (Username: string) => ({ UserPoolId: fixture.target.userPoolId, Username })

    test.each<AuthFlow>(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])(
      'signs in by %s, ignoring the case of the email',
      async (authFlowType) => {
        const user = await fixture.aUser()
        const result = await signIn({
          username: user.email.toUpperCase(),
          password: PERMANENT,
          options: { authFlowType },
        })
        expect(result.nextStep.signInStep).toBe('DONE')
        expect(await getCurrentUser()).toMatchObject({ userId: user.username, username: user.username })
        const { tokens } = await fetchAuthSession()
        expect(tokens?.idToken?.payload).toMatchObject({
          sub: user.username,
          email: user.email,
          email_verified: true,
          given_name: 'Maria',
          family_name: 'Santos',
          token_use: 'id',
          aud: fixture.target.clientId,
          iss: fixture.target.issuer,
          'cognito:username': user.username,
        })
        expect(tokens?.accessToken.payload).toMatchObject({
          token_use: 'access',
          client_id: fixture.target.clientId,
          scope: 'aws.cognito.signin.user.admin',
          origin_jti: tokens?.idToken?.payload.origin_jti,
        })
        expect(await fetchUserAttributes()).toMatchObject({ email: user.email, email_verified: 'true' })
      },
    )

    test.each<AuthFlow>(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])(
      '%s rejects a wrong password and an unknown user alike',
      async (authFlowType) => {
        const user = await fixture.aUser()
        const options = { authFlowType }
        const rejection = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
        await expect(
          signIn({ username: user.email, password: 'Wrong#Password1', options }),
        ).rejects.toMatchObject(rejection)
        const username = `unknown-${user.email}`
        await expect(signIn({ username, password: PERMANENT, options })).rejects.toMatchObject(rejection)
      },
    )

    test('requires a new password, and again after one that breaks the policy', async () => {
      const user = await fixture.aUser({ temporary: true })
      const first = await signIn({ username: user.email, password: TEMPORARY })
      expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
      await expect(confirmSignIn({ challengeResponse: 'short' })).rejects.toMatchObject({
        name: 'InvalidPasswordException',
      })
      const done = await confirmSignIn({ challengeResponse: CHOSEN })
      expect(done.nextStep.signInStep).toBe('DONE')
      await signOut()
      const again = await signIn({ username: user.email, password: CHOSEN })
      expect(again.isSignedIn).toBe(true)
    })

    test('a refresh keeps the session and the time of the sign-in', async () => {
      const user = await fixture.aUser()
      await signIn({ username: user.email, password: PERMANENT })
      const before = (await fetchAuthSession()).tokens
      const after = (await fetchAuthSession({ forceRefresh: true })).tokens
      expect(after?.accessToken.payload.jti).not.toBe(before?.accessToken.payload.jti)
      for (const claim of ['sub', 'origin_jti', 'auth_time']) {
        expect(after?.accessToken.payload[claim]).toBe(before?.accessToken.payload[claim])
        // A server that accepts identity tokens recognises the tokens of an ended session by these two.
        expect([claim, after?.idToken?.payload[claim]]).toEqual([claim, before?.accessToken.payload[claim]])
      }
      expect(typeof after?.idToken?.payload.auth_time).toBe('number')
    })

    test('is signed out at the next refresh when disabled', async () => {
      const user = await fixture.aUser()
      await signIn({ username: user.email, password: PERMANENT })
      await fixture.target.admin.send(new AdminDisableUserCommand(subject(user.username)))
      expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined()
    })

    test('is signed out at the next refresh when signed out by an administrator', async () => {
      const user = await fixture.aUser()
      await signIn({ username: user.email, password: PERMANENT })
      await fixture.target.admin.send(new AdminUserGlobalSignOutCommand(subject(user.username)))
      expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined()
    })

    test.each([{ global: true }, { global: false }])(
      'signing out ends the session at the pool, %o',
      async (how) => {
        const user = await fixture.aUser()
        await signIn({ username: user.email, password: PERMANENT })
        const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString()
        await signOut(how)
        await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' })
        const useIt = fixture.outsider.send(new GetUserCommand({ AccessToken }))
        await expect(useIt).rejects.toMatchObject({ name: 'NotAuthorizedException' })
      },
    )

    test('changes the password', async () => {
      const user = await fixture.aUser()
      await signIn({ username: user.email, password: PERMANENT })
      await expect(
        updatePassword({ oldPassword: 'Wrong#Password1', newPassword: CHOSEN }),
      ).rejects.toMatchObject({
        name: 'NotAuthorizedException',
      })
      await updatePassword({ oldPassword: PERMANENT, newPassword: CHOSEN })
      // The session continues.
      const { tokens } = await fetchAuthSession({ forceRefresh: true })
      expect(tokens?.idToken?.payload.email).toBe(user.email)
      await signOut()
      expect((await signIn({ username: user.email, password: CHOSEN })).isSignedIn).toBe(true)
    })

    test('a sign-in leads to the reset step after an administrator resets the password', async () => {
      const user = await fixture.aUser()
      await fixture.target.admin.send(new AdminResetUserPasswordCommand(subject(user.username)))
      const result = await signIn({ username: user.email, password: PERMANENT })
      expect(result.nextStep.signInStep).toBe('RESET_PASSWORD')
    })

    test('requesting a code gives the same reply for an unknown user', async () => {
      const user = await fixture.aUser()
      const known = await resetPassword({ username: user.email })
      const unknown = await resetPassword({ username: `unknown-${user.email}` })
      expect(known.nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE')
      expect(unknown.nextStep.codeDeliveryDetails).toMatchObject({
        attributeName: 'email',
        deliveryMedium: 'EMAIL',
      })
      expect(known.nextStep.codeDeliveryDetails).toMatchObject({
        attributeName: 'email',
        deliveryMedium: 'EMAIL',
      })
    })

    if (!readsCodes) return

    test('resets the password with the sent code', async () => {
      const user = await fixture.aUser()
      await resetPassword({ username: user.email })
      const message = await vi.waitFor(() => {
        const sent = fixture.target.outbox?.find(({ to }) => to === user.email)
        if (sent?.kind !== 'reset-code') throw new Error('no code yet')
        return sent
      })
      const confirm = (confirmationCode: string) =>
        confirmResetPassword({ username: user.email, confirmationCode, newPassword: CHOSEN })
      const wrong = message.code === '000000' ? '000001' : '000000'
      await expect(confirm(wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
      await confirm(message.code)
      expect((await signIn({ username: user.email, password: CHOSEN })).isSignedIn).toBe(true)
    })
  })
}
