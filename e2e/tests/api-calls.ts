import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Page, Request } from '@playwright/test'
import { expect } from './test.ts'

const WRITES = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ effect }) => effect === 'write')
  .map(({ api: base, method, path }) => {
    const pattern = path.replaceAll('::', '\0').replace(/:\w+/g, '[^/]+').replaceAll('\0', ':')
    return { method, pattern: new RegExp(`^/api/${base}${pattern}$`) }
  })

/** `POST /api/user/role` */
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`

function isWrite(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return WRITES.some(({ method, pattern }) => method === request.method() && pattern.test(pathname))
}

/** Records the calls of a page that the contract declares as writes; `settled` waits for all replies. */
export function followCalls(page: Page) {
  const writes: string[] = []
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes('/api/') || request.url().endsWith('/events')) return
    open.add(request)
    if (isWrite(request)) writes.push(nameOf(request))
  })
  const close = (request: Request) => open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return {
    writes,
    async settled(): Promise<void> {
      await expect.poll(() => [...open].map(nameOf), { intervals: [20] }).toEqual([])
    },
  }
}
