import type { Locator, Page } from '@playwright/test'
import type { DemoUser } from '../tests/demo-users.ts'

export type Scene = {
  name: string
  who: DemoUser | null
  path: string
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Once it is open. */
  after?: (page: Page) => Promise<unknown>
  /** Once the picture is taken. */
  tidy?: (page: Page) => Promise<void>
  /** At one width; otherwise at both. */
  only?: 'narrow' | 'wide'
  /** Only what the window shows, for what is fixed to it. */
  windowOnly?: boolean
  /** What of the page the picture shows. */
  part?: (page: Page) => Locator
}
