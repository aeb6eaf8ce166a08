import { test as base, expect } from '@playwright/test'
import { recordSecrets } from './secret-recorder.ts'

export { expect } from '@playwright/test'

/** Every test also fails on an uncaught error and on a violation of the content security policy. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) complaints.push(message.text())
      })
      context.on('request', (request) => {
        if (request.url().endsWith('/idp/')) recordSecrets(request.postData())
      })
      await use(undefined)
      // A reply that is pending at the end of a test would fail the next one.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})
