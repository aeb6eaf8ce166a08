import type { Page, Response } from '@playwright/test'

export type Transfers = {
  /** Brotli bytes of scripts and styles, in KB of 1,024; what stands in the page itself is counted with the page. */
  codeKb: number
  /** Brotli bytes of the page. */
  pageKb: number
  /** The page, its scripts and styles. */
  requests: number
}

const CODE = new Set(['script', 'stylesheet'])
/** What a page fetches ahead, for the screen after this one, begins a second after it stands. */
const SETTLED_MS = 400

/** Opens an address with an empty cache and weighs what came until the screen stood. */
export async function weigh(
  page: Page,
  path: string,
  standing: (page: Page) => Promise<void>,
): Promise<Transfers> {
  const responses: Response[] = []
  const collect = (response: Response) => void responses.push(response)
  page.on('response', collect)
  await page.goto(path)
  await standing(page)
  await page.waitForTimeout(SETTLED_MS)
  page.off('response', collect)
  const wanted = responses.filter((response) => {
    const type = response.request().resourceType()
    return type === 'document' || CODE.has(type)
  })
  const sizes = await Promise.all(
    wanted.map(async (response) => ({
      isCode: CODE.has(response.request().resourceType()),
      bytes: (await response.request().sizes()).responseBodySize,
    })),
  )
  const kb = (isCode: boolean) =>
    sizes.reduce((sum, size) => sum + (size.isCode === isCode ? size.bytes : 0), 0) / 1024
  return { codeKb: kb(true), pageKb: kb(false), requests: wanted.length }
}
