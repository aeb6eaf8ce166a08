import type { Locator, Page, Route } from '@playwright/test'
import type { DemoUser } from '../tests/demo-users.ts'
import { stubIdentity } from '../tests/idp.ts'

export type Act = (page: Page) => Promise<unknown>
/** An act runs when the page is open, `before` it opens, or as `tidy` after the picture. */
type Step = Act | { before: Act } | { tidy: Act }
/** `page`: the whole page, not only the window. `narrow`, `wide`: only at this width. `part`: clips the picture. */
type Option = 'page' | 'narrow' | 'wide' | { part: (page: Page) => Locator }
export type Scene = readonly [name: string, user: DemoUser | null, path: string, ...(Step | Option)[]]

export const steps = (...acts: Act[]) => {
  return async (page: Page) => {
    for (const act of acts) await act(page)
  }
}
export const before = (act: Act) => ({ before: act })
export const tidy = (act: Act) => ({ tidy: act })

type Name = string | RegExp
type Role = Parameters<Page['getByRole']>[0]

export const button = (page: Page, name: Name) => page.getByRole('button', { name, exact: true })
export const press = (name: Name) => (page: Page) => button(page, name).click()
export const click = (role: Role, name: Name) => (page: Page) =>
  page.getByRole(role, { name }).first().click()
export const see = (text: Name) => (page: Page) => page.getByText(text).first().waitFor()
export const seeRole = (role: Role, name: Name = '') => {
  return (page: Page) => page.getByRole(role, { name }).first().waitFor()
}
export const type = (keys: string) => (page: Page) => page.keyboard.press(keys)
export const select = (label: string, option: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).selectOption(option)
export const fill = (values: Record<string, string>) => async (page: Page) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const stub = (patterns: Name[], handle: (route: Route) => unknown) =>
  before(async (page) => {
    for (const pattern of patterns) await page.route(pattern, handle)
  })
export const hold = (...patterns: Name[]) => stub(patterns, () => new Promise(() => undefined))
export const cut = (...patterns: Name[]) => stub(patterns, (route) => route.abort('connectionrefused'))
export const fulfil = (pattern: Name, response: Parameters<Route['fulfill']>[0]) =>
  stub([pattern], (route) => route.fulfill(response))
export const reply = (pattern: Name, resource: unknown) => fulfil(pattern, { json: { resource } })

const DETAIL = 'Something went wrong on the server. Try again in a moment.'
export const fail = (...patterns: Name[]) =>
  stub(patterns, (route) => {
    const problem = { type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' }
    const json = { ...problem, detail: DETAIL, request_id: '5f0c2d9e' }
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json })
  })

/** Changes parts of the real reply. */
export function edit<Resource extends object>(
  pattern: Name,
  change: (resource: Resource) => Partial<Resource>,
) {
  return stub([pattern], async (route) => {
    const response = await route.fetch()
    const { resource }: { resource: Resource } = await response.json()
    await route.fulfill({ response, json: { resource: { ...resource, ...change(resource) } } })
  })
}

export const identity = (replies: Parameters<typeof stubIdentity>[1]) =>
  before((page) => stubIdentity(page, replies))

export const session = (change: object, ...path: string[]) =>
  before((page) =>
    page.addInitScript(
      ([changed, keys]) => {
        const stored = JSON.parse(localStorage.getItem('auth') ?? 'null')
        if (stored === null) return
        const place = keys.reduce((each, key) => each[key], stored)
        Object.assign(place, changed)
        localStorage.setItem('auth', JSON.stringify(stored))
      },
      [change, path] as const,
    ),
  )

export const left = (key: string, value: string) => {
  const entry = { key, value }
  return before((page) =>
    page.addInitScript((stored) => sessionStorage.setItem(stored.key, stored.value), entry),
  )
}
