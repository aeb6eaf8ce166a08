import type { APIResponse, Page, Request, Route } from '@playwright/test'

type Reply = object | { refusal: string; message?: string }

export const IDP = '**/idp/'

export function operationOf(request: Request): string | undefined {
  return request.headers()['x-amz-target']?.split('.')[1]
}

/** Replaces replies of the identity provider, by operation. */
export async function stubIdentity(page: Page, replies: Readonly<Record<string, Reply>>): Promise<void> {
  await page.route(IDP, (route: Route) => {
    const reply = replies[operationOf(route.request()) ?? '']
    if (!reply) return route.fallback()
    if (!('refusal' in reply)) return route.fulfill({ json: reply })
    const { refusal, message = '' } = { message: '', ...reply }
    return route.fulfill({ status: 400, json: { __type: refusal, message } })
  })
}

/** Calls the identity provider without the browser. */
export function callProvider(page: Page, operation: string, input: object): Promise<APIResponse> {
  return page.request.post('/idp/', {
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    data: JSON.stringify(input),
  })
}

export async function callIdentity<T>(page: Page, operation: string, input: object): Promise<T> {
  const token = await page.evaluate(
    () => Object.entries({ ...localStorage }).find(([key]) => key.endsWith('.accessToken'))?.[1] ?? '',
  )
  const response = await callProvider(page, operation, { AccessToken: token, ...input })
  if (!response.ok()) throw new Error(`${operation}: ${await response.text()}`)
  // The caller names the reply type of the operation.
  return (await response.json()) as T
}
