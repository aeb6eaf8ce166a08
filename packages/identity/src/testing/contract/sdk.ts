import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier, JwtVerifier } from 'aws-jwt-verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, NAME_PREFIX, PERMANENT } from './fixture.ts'
import type { Target } from './target.ts'

export function describeSdk(start: () => Promise<Target>): void {
  describe('SDK', () => {
    let fixture: Fixture
    let pool: { UserPoolId: string }
    beforeAll(async () => {
      fixture = createFixture(await start())
      pool = { UserPoolId: fixture.target.userPoolId }
    })
    afterAll(() => fixture.cleanUp())

    const signIn = async (username: string, password = PERMANENT) => {
      const { AuthenticationResult } = await fixture.outsider.send(
        new cognito.InitiateAuthCommand({
          ClientId: fixture.target.clientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: username, PASSWORD: password },
        }),
      )
      if (!AuthenticationResult) throw new Error('not signed in')
      return AuthenticationResult
    }
    const refresh = (token: string | undefined) =>
      fixture.outsider.send(
        new cognito.InitiateAuthCommand({
          ClientId: fixture.target.clientId,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: token ?? '' },
        }),
      )

    test('tokens pass the token verifier, each for its own use only', async () => {
      const user = await fixture.aUser()
      const tokens = await signIn(user.email)
      const access = tokens.AccessToken ?? ''
      const id = tokens.IdToken ?? ''
      if (!fixture.target.jwks) {
        const verifier = CognitoJwtVerifier.create({
          userPoolId: fixture.target.userPoolId,
          clientId: fixture.target.clientId,
          tokenUse: 'access',
        })
        expect((await verifier.verify(access)).sub).toBe(user.username)
        await expect(verifier.verify(id)).rejects.toThrow()
        return
      }
      const verifier = JwtVerifier.create({
        issuer: fixture.target.issuer,
        audience: null,
        jwksUri: 'https://not.fetched.invalid/jwks.json',
        customJwtCheck: ({ payload }) => {
          if (payload.token_use !== 'access' || payload.client_id !== fixture.target.clientId)
            throw new Error('wrong use')
        },
      })
      // The two libraries have different types for a key set.
      verifier.cacheJwks((await fixture.target.jwks()) as Parameters<typeof verifier.cacheJwks>[0])
      expect((await verifier.verify(access)).sub).toBe(user.username)
      await expect(verifier.verify(id)).rejects.toThrow('wrong use')
    })

    test('the older refresh operation works until the token is revoked', async () => {
      const user = await fixture.aUser()
      const { RefreshToken } = await signIn(user.email)
      const { AuthenticationResult } = await refresh(RefreshToken)
      expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 })
      expect(AuthenticationResult?.RefreshToken).toBeUndefined()
      await fixture.outsider.send(
        new cognito.RevokeTokenCommand({ ClientId: fixture.target.clientId, Token: RefreshToken }),
      )
      await expect(refresh(RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    })

    test('an access token is invalid once its session has ended', async () => {
      const user = await fixture.aUser()
      const { AccessToken } = await signIn(user.email)
      const getUser = () => fixture.outsider.send(new cognito.GetUserCommand({ AccessToken }))
      expect((await getUser()).Username).toBe(user.username)
      await fixture.outsider.send(new cognito.GlobalSignOutCommand({ AccessToken }))
      await expect(getUser()).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    })

    test('an outsider cannot administer', async () => {
      const user = await fixture.aUser()
      const attempt = fixture.outsider.send(
        new cognito.AdminSetUserPasswordCommand({
          ...pool,
          Username: user.username,
          Password: 'Taken-Over#2026',
        }),
      )
      await expect(attempt).rejects.toThrow()
      await expect(signIn(user.email)).resolves.toBeDefined()
    })

    test('an administrator sees, changes, disables, enables and deletes a user', async () => {
      const { admin } = fixture.target
      const { email, username } = await fixture.aUser()
      const subject = { ...pool, Username: username }
      await admin.send(
        new cognito.AdminUpdateUserAttributesCommand({
          ...subject,
          UserAttributes: [{ Name: 'given_name', Value: 'Ana' }],
        }),
      )
      const found = await admin.send(new cognito.AdminGetUserCommand({ ...pool, Username: email }))
      expect(found).toMatchObject({ Username: username, Enabled: true, UserStatus: 'CONFIRMED' })
      expect(found.UserCreateDate).toBeInstanceOf(Date)
      expect(found.UserAttributes).toContainEqual({ Name: 'given_name', Value: 'Ana' })

      await admin.send(new cognito.AdminDisableUserCommand(subject))
      await expect(signIn(email)).rejects.toMatchObject({ message: 'User is disabled.' })
      await admin.send(new cognito.AdminEnableUserCommand(subject))
      await expect(signIn(email)).resolves.toBeDefined()

      await admin.send(new cognito.AdminDeleteUserCommand(subject))
      await expect(admin.send(new cognito.AdminGetUserCommand(subject))).rejects.toMatchObject({
        name: 'UserNotFoundException',
      })
      await expect(signIn(email)).rejects.toMatchObject({ message: 'Incorrect username or password.' })
    })

    test('rejects a second user with the same email', async () => {
      const { email } = await fixture.aUser()
      const attempt = fixture.target.admin.send(
        new cognito.AdminCreateUserCommand({ ...pool, Username: email, MessageAction: 'SUPPRESS' }),
      )
      await expect(attempt).rejects.toMatchObject({ name: 'UsernameExistsException' })
    })

    test('users are found by email and listed page by page', async () => {
      const { admin } = fixture.target
      const users = [await fixture.aUser(), await fixture.aUser(), await fixture.aUser()]
      const Filter = `email = "${users[1]?.email}"`
      const found = await admin.send(new cognito.ListUsersCommand({ ...pool, Filter }))
      expect(found.Users?.map((user) => user.Username)).toEqual([users[1]?.username])

      const listed: (string | undefined)[] = []
      const pages = cognito.paginateListUsers(
        { client: admin, pageSize: 2 },
        { ...pool, Filter: `email ^= "${NAME_PREFIX}"` },
      )
      for await (const page of pages) listed.push(...(page.Users ?? []).map((user) => user.Username))
      for (const user of users) expect(listed.filter((name) => name === user.username)).toHaveLength(1)
    })
  })
}
