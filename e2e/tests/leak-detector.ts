import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Records the addresses and requests of a page. The returned check expects that neither they nor the storage contain
 * any of the given texts, plain or escaped.
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
