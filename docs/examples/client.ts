// A client of both APIs, one function per call. Run it with Node 24, Deno, Bun or a browser's bundler.

type Body = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string | number>>
type Payload = { query?: Query; body?: Body }
// biome-ignore lint/suspicious/noExplicitAny: replies have the types of the OpenAPI document at /api/docs
type Reply = Promise<{ resource: any }>

const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504]

/** Identity token of an account of the embedded provider. */
export async function signIn(host: string, ClientId: string, USERNAME: string, PASSWORD: string) {
  const reply = await fetch(`${host}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId,
      AuthParameters: { USERNAME, PASSWORD },
    }),
  })
  const { AuthenticationResult, message } = JSON.parse(await reply.text())
  if (!AuthenticationResult) throw new Error(`${USERNAME}: ${message}`)
  return AuthenticationResult.IdToken as string
}

/** `userApi` and `operationsApi`: base addresses, such as `https://backoffice.example/api/user`. */
export function createClient(userApi: string, operationsApi: string, token: string) {
  async function send(method: string, address: string, { query = {}, body }: Payload = {}, tries = 1): Reply {
    const url = new URL(address)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const headers = { authorization: `bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (method === 'GET' && tries > 0 && RETRIED.includes(reply.status))
      return send(method, address, { query }, tries - 1)
    const text = await reply.text()
    if (reply.ok) return JSON.parse(text)
    throw new Error(`${method} ${url.pathname}: ${reply.status} ${text}`)
  }
  const join = (base: string, path: string) => (path === '/' ? base : `${base}/${path.replace(/^\//, '')}`)
  const user = (method: string, path: string, payload?: Payload) => send(method, join(userApi, path), payload)
  const operations = (method: string, path: string, payload?: Payload) =>
    send(method, join(operationsApi, path), payload)

  return {
    createRole: (body: Body) => user('POST', '/role', { body }),
    getAccessPolicy: () => user('GET', '/role/access-policy'),
    listRoles: (query: Query) => user('GET', '/role', { query }),
    getRole: (id: string) => user('GET', `/role/${id}`),
    updateRole: (id: string, body: Body) => user('PATCH', `/role/${id}`, { body }),
    deleteRole: (id: string) => user('DELETE', `/role/${id}`),
    createPolicy: (body: Body) => user('POST', '/policy', { body }),
    listPolicies: (query: Query) => user('GET', '/policy', { query }),
    listActions: () => user('GET', '/policy/policy-action:all'),
    getPolicy: (id: string) => user('GET', `/policy/${id}`),
    updatePolicy: (id: string, body: Body) => user('PATCH', `/policy/${id}`, { body }),
    deletePolicy: (id: string) => user('DELETE', `/policy/${id}`),
    createUser: (body: Body) => user('POST', '/', { body }),
    searchUsers: (query: Query) => user('GET', '/search', { query }),
    listUsers: (body: Body) => user('POST', '/list', { body }),
    getUser: (id: string) => user('GET', `/${id}`),
    updateUser: (id: string, body: Body) => user('PATCH', `/${id}`, { body }),
    updateUserStatus: (body: Body) => user('PATCH', '/user-status', { body }),
    resetPassword: (body: Body) => user('PATCH', '/reset-password', { body }),
    deleteUser: (id: string) => user('POST', `/delete/${id}`),

    findTerminals: (path: string, query?: Query) => operations('GET', path, { ...(query && { query }) }),
    upsertTerminal: (query: Query) => operations('POST', 'terminal_id/upsert/', { query }),
    lookUp: (path: string, body: Body) => operations('POST', path, { body }),
    uploadFile: (body: Body) => operations('POST', '/smac_file_upload', { body }),
    runInquiry: (body: Body) => operations('POST', '/smac_inquiry', { body }),
    getFile: (query: Query) => operations('GET', '/file_tracker/specific', { query }),
    listFiles: (query: Query) => operations('GET', '/file_tracker', { query }),
    signUrl: (body: Body) => operations('POST', '/generate_presigned_url', { body }),
  }
}
