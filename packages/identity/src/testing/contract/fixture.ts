import { randomUUID } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import { signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { sharedInMemoryStorage } from 'aws-amplify/utils'
import type { Target } from './target.ts'

export const PERMANENT = 'Backoffice#2026'
export const TEMPORARY = 'Welcome#2026'

// Amazon's mail simulator accepts any label, so that messages of a real pool do not bounce.
export const NAME_PREFIX = 'success+contract-'

export type Fixture = {
  target: Target
  /** SDK client without credentials for the pool's public endpoint. */
  outsider: CognitoIdentityProviderClient
  /** A verified user with a new email; deleted at the end. */
  aUser: (options?: { temporary?: boolean }) => Promise<{ email: string; username: string }>
  cleanUp: () => Promise<void>
}

export function createFixture(target: Target): Fixture {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: target.userPoolId,
        userPoolClientId: target.clientId,
        ...(target.endpoint && { userPoolEndpoint: target.endpoint }),
      },
    },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sharedInMemoryStorage)
  const outsider = new CognitoIdentityProviderClient({
    region: target.region,
    ...(target.endpoint && { endpoint: target.endpoint }),
    // Required by the SDK, although public operations are not signed.
    credentials: { accessKeyId: 'unused', secretAccessKey: 'unused' },
  })
  const UserPoolId = target.userPoolId
  const created: string[] = []

  return {
    target,
    outsider,
    async aUser({ temporary = false } = {}) {
      const email = `${NAME_PREFIX}${randomUUID()}@simulator.amazonses.com`
      const { User } = await target.admin.send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username: email,
          TemporaryPassword: TEMPORARY,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'given_name', Value: 'Maria' },
            { Name: 'family_name', Value: 'Santos' },
          ],
        }),
      )
      const username = User?.Username ?? ''
      created.push(username)
      if (!temporary) {
        await target.admin.send(
          new AdminSetUserPasswordCommand({
            UserPoolId,
            Username: username,
            Password: PERMANENT,
            Permanent: true,
          }),
        )
      }
      return { email, username }
    },
    async cleanUp() {
      await signOut()
      for (const Username of created) {
        // Some tests delete their user.
        await target.admin.send(new AdminDeleteUserCommand({ UserPoolId, Username })).catch(() => undefined)
      }
      outsider.destroy()
      await target.close()
    },
  }
}
