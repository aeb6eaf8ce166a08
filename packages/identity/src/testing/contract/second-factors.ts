import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import {
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeShownAt } from '../authenticator.ts'
import { createFixture, type Fixture, PERMANENT, TEMPORARY } from './fixture.ts'
import type { Target } from './target.ts'

type AuthFlow = 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH'

const FLOWS: AuthFlow[] = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']
const PHONE = '+639170001234'
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')

/** Code of the next step, because each is accepted once. Waits for it if the clock cannot be advanced. */
async function nextCode({ target }: Fixture, secret: string): Promise<string> {
  const stepMs = 30_000
  if (target.advance) target.advance(stepMs)
  else await new Promise((resolve) => setTimeout(resolve, stepMs - (Date.now() % stepMs) + 1000))
  return codeShownAt(secret, target.now())
}

/** For a pool with optional second factors. */
export function describeSecondFactors(start: () => Promise<Target>): void {
  // A pool whose clock cannot be advanced takes half a minute for each further code.
  describe('second factors', { timeout: 150_000 }, () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = createFixture(await start())
    })
    afterEach(() => signOut())
    afterAll(() => fixture.cleanUp())

    const subject = (Username: string) => ({ UserPoolId: fixture.target.userPoolId, Username })

    /** Signed in, with an authenticator set up and preferred. */
    async function withAuthenticator(): Promise<{ email: string; username: string; secret: string }> {
      const user = await fixture.aUser()
      await signIn({ username: user.email, password: PERMANENT })
      const { sharedSecret: secret, getSetupUri } = await setUpTOTP()
      expect(getSetupUri('Backoffice').href).toContain(`secret=${secret}`)
      const code = codeShownAt(secret, fixture.target.now())
      await expect(verifyTOTPSetup({ code: otherThan(code) })).rejects.toMatchObject({
        name: 'EnableSoftwareTokenMFAException',
      })
      await verifyTOTPSetup({ code })
      await updateMFAPreference({ totp: 'PREFERRED' })
      expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] })
      return { ...user, secret }
    }

    test.each(FLOWS)('an authenticator is set up and required after %s', async (authFlowType) => {
      const { email, secret } = await withAuthenticator()
      await signOut()
      const challenge = await signIn({ username: email, password: PERMANENT, options: { authFlowType } })
      expect(challenge).toMatchObject({
        isSignedIn: false,
        nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
      })
      const challengeResponse = await nextCode(fixture, secret)
      await expect(confirmSignIn({ challengeResponse: otherThan(challengeResponse) })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
      const done = await confirmSignIn({ challengeResponse })
      expect(done.nextStep.signInStep).toBe('DONE')
      expect((await fetchAuthSession()).tokens?.accessToken.payload.token_use).toBe('access')

      await signOut()
      await signIn({ username: email, password: PERMANENT, options: { authFlowType } })
      await expect(confirmSignIn({ challengeResponse })).rejects.toMatchObject({
        name: 'ExpiredCodeException',
      })
    })

    test('sign-in requires no code once the user or an administrator disables the authenticator', async () => {
      const { email, username, secret } = await withAuthenticator()
      await updateMFAPreference({ totp: 'DISABLED' })
      expect(await fetchMFAPreference()).toEqual({ preferred: undefined, enabled: undefined })
      await signOut()
      expect((await signIn({ username: email, password: PERMANENT })).isSignedIn).toBe(true)
      await updateMFAPreference({ totp: 'PREFERRED' })
      await signOut()
      await signIn({ username: email, password: PERMANENT })
      await confirmSignIn({ challengeResponse: await nextCode(fixture, secret) })

      const { admin } = fixture.target
      const before = await admin.send(new cognito.AdminGetUserCommand(subject(username)))
      expect(before).toMatchObject({ PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' })
      await admin.send(
        new cognito.AdminSetUserMFAPreferenceCommand({
          ...subject(username),
          SMSMfaSettings: { Enabled: false },
          SoftwareTokenMfaSettings: { Enabled: false },
        }),
      )
      expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined()
      await signOut()
      expect((await signIn({ username: email, password: PERMANENT })).isSignedIn).toBe(true)
    })

    test('an authenticator is required after a new password too', async () => {
      const { email, username, secret } = await withAuthenticator()
      await signOut()
      await fixture.target.admin.send(
        new cognito.AdminSetUserPasswordCommand({ ...subject(username), Password: TEMPORARY }),
      )
      await signIn({ username: email, password: TEMPORARY })
      const challenge = await confirmSignIn({ challengeResponse: 'Another-Day#2027' })
      expect(challenge.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
      const done = await confirmSignIn({ challengeResponse: await nextCode(fixture, secret) })
      expect(done.isSignedIn).toBe(true)
    })
  })
}

/** For a target with an outbox, because a real pool sends codes to telephones. */
export function describeCodesByMessage(start: () => Promise<Target>): void {
  describe('codes by message', () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = createFixture(await start())
    })
    afterEach(() => signOut())
    afterAll(() => fixture.cleanUp())

    test.each(FLOWS)('a code by message is required after %s', async (authFlowType) => {
      const { email, username } = await fixture.aUser()
      const { admin, userPoolId: UserPoolId, outbox } = fixture.target
      const subject = { UserPoolId, Username: username }
      const UserAttributes = [
        { Name: 'phone_number', Value: PHONE },
        { Name: 'phone_number_verified', Value: 'true' },
      ]
      await admin.send(new cognito.AdminUpdateUserAttributesCommand({ ...subject, UserAttributes }))
      await signIn({ username: email, password: PERMANENT })
      await updateMFAPreference({ sms: 'PREFERRED' })
      expect(await fetchMFAPreference()).toEqual({ preferred: 'SMS', enabled: ['SMS'] })
      await signOut()

      const challenge = await signIn({ username: email, password: PERMANENT, options: { authFlowType } })
      expect(challenge.nextStep).toMatchObject({
        signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
        codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+********1234' },
      })
      const sent = outbox?.findLast(({ to }) => to === PHONE)
      if (sent?.kind !== 'sign-in-code') throw new Error('no code was sent')
      await expect(confirmSignIn({ challengeResponse: otherThan(sent.code) })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
      expect((await confirmSignIn({ challengeResponse: sent.code })).isSignedIn).toBe(true)
    })
  })
}

/** For a pool that requires a second factor. */
export function describeRequiredSetUp(start: () => Promise<Target>): void {
  describe('required set-up', () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = createFixture(await start())
    })
    afterEach(() => signOut())
    afterAll(() => fixture.cleanUp())

    test.each([{ temporary: false }, { temporary: true }])(
      'a user without a second factor sets one up to sign in, %o',
      async ({ temporary }) => {
        const { email } = await fixture.aUser({ temporary })
        let step = await signIn({ username: email, password: temporary ? TEMPORARY : PERMANENT })
        if (temporary) step = await confirmSignIn({ challengeResponse: PERMANENT })
        if (step.nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP')
          throw new Error('no set-up required')
        const { sharedSecret } = step.nextStep.totpSetupDetails
        const challengeResponse = codeShownAt(sharedSecret, fixture.target.now())
        await expect(
          confirmSignIn({ challengeResponse: otherThan(challengeResponse) }),
        ).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
        expect((await confirmSignIn({ challengeResponse })).isSignedIn).toBe(true)
        expect(await fetchMFAPreference()).toMatchObject({ preferred: 'TOTP' })

        await signOut()
        const again = await signIn({ username: email, password: PERMANENT })
        expect(again.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
      },
    )
  })
}
