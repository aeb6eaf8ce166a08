import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Notes where a page has been and what it asked for. The check at the end also looks at what is kept: nothing of
 * it may contain any of these, as they are or escaped.
 */
export function watchForLeaks(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  return async function expectNoneOf(secrets: readonly string[]): Promise<void> {
    const kept = await page.evaluate(() =>
      JSON.stringify([
        document.title,
        location.href,
        history.state,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        performance.getEntries().map(({ name }) => name),
      ]),
    )
    const all = [...seen, kept].join('\n')
    for (const secret of secrets.flatMap((text) => [text, encodeURIComponent(text)]))
      expect(all).not.toContain(secret)
  }
}
