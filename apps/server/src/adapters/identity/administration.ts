import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Administration } from './identity.ts'

/** The same commands for the embedded provider and for a cloud pool; only the client differs. */
export function createAdministration(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
): Administration {
  async function resend(email: string) {
    const found = await client.send(new AdminGetUserCommand({ UserPoolId, Username: email }))
    const hasTemporaryPassword = found.UserStatus === 'FORCE_CHANGE_PASSWORD'
    if (hasTemporaryPassword) {
      const request = { UserPoolId, Username: email, MessageAction: 'RESEND' } as const
      await client.send(new AdminCreateUserCommand({ ...request, DesiredDeliveryMediums: ['EMAIL'] }))
    }
    const attributes = found.UserAttributes
    return {
      sub: subOf(attributes),
      outcome: hasTemporaryPassword ? ('invited' as const) : ('existing' as const),
    }
  }

  return {
    async invite({ email, givenName, familyName }) {
      const command = new AdminCreateUserCommand({
        UserPoolId,
        Username: email,
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'given_name', Value: givenName },
          { Name: 'family_name', Value: familyName },
        ],
      })
      try {
        const { User } = await client.send(command)
        return { sub: subOf(User?.Attributes), outcome: 'invited' }
      } catch (error) {
        if (error instanceof UsernameExistsException) return resend(email)
        throw error
      }
    },
  }
}

/** A pool with sign-in by e-mail generates its usernames; tokens identify the user by `sub`. */
function subOf(attributes: readonly { Name?: string | undefined; Value?: string | undefined }[] = []) {
  const sub = attributes.find(({ Name }) => Name === 'sub')?.Value
  if (!sub) throw new Error('The identity provider named no sub for the user.')
  return sub
}
