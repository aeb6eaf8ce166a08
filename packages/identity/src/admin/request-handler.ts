import type { CognitoIdentityProviderClientConfig } from '@aws-sdk/client-cognito-identity-provider'
import type { Context } from '../context.ts'
import { IdentityError, resourceNotFound } from '../errors.ts'
import { respond } from '../handle.ts'
import { type Input, parseBody, requiredText } from '../input.ts'
import * as change from './change-user.ts'
import { createUser } from './create-user.ts'
import { listUsers } from './list-users.ts'

const OPERATIONS = new Map<string, (context: Context, input: Input) => Promise<object>>([
  ['AdminCreateUser', createUser],
  ['AdminGetUser', change.getUser],
  ['AdminSetUserPassword', change.setUserPassword],
  ['AdminResetUserPassword', change.resetUserPassword],
  ['AdminUpdateUserAttributes', change.updateUserAttributes],
  ['AdminDisableUser', change.disableUser],
  ['AdminEnableUser', change.enableUser],
  ['AdminDeleteUser', change.deleteUser],
  ['AdminSetUserMFAPreference', change.setMfaPreference],
  ['AdminUserGlobalSignOut', change.signOutUser],
  ['ListUsers', listUsers],
])

/** Parts of the SDK's request that are used. */
type SdkRequest = { headers: Record<string, string>; body?: unknown }

type SdkReply = { response: { statusCode: number; headers: Record<string, string>; body: Uint8Array } }

export type AdminRequestHandler = {
  handle(request: SdkRequest): Promise<SdkReply>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): object
}

/**
 * In-process administration through the unmodified SDK. The holder of this object has full access: no port is
 * opened, and signatures are not checked, so any credentials work.
 */
export function createAdminRequestHandler(context: Context): AdminRequestHandler {
  return {
    async handle({ headers, body }) {
      const target = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-amz-target')?.[1]
      const run = OPERATIONS.get(target?.split('.').at(-1) ?? '')
      const {
        status,
        headers: responseHeaders,
        body: text,
      } = await respond(context, async () => {
        if (!run) throw new IdentityError('UnknownOperationException', 'Unknown operation')
        const input = parseBody(typeof body === 'string' || body instanceof Uint8Array ? body : '')
        if (requiredText(input, 'UserPoolId', 55) !== context.userPoolId) {
          throw resourceNotFound('User pool does not exist.')
        }
        return run(context, input)
      })
      return { response: { statusCode: status, headers: responseHeaders, body: Buffer.from(text) } }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}

export type AdminClientConfig = Required<
  Pick<CognitoIdentityProviderClientConfig, 'region' | 'credentials' | 'requestHandler'>
>

/** Configuration for a `CognitoIdentityProviderClient` that calls the handler. */
export function adminClientConfig(context: Context, requestHandler: AdminRequestHandler): AdminClientConfig {
  const [region = ''] = context.userPoolId.split('_')
  return { region, credentials: { accessKeyId: 'in-process', secretAccessKey: 'in-process' }, requestHandler }
}
