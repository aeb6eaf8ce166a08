import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import type { Page } from '@playwright/test'

/** States that cannot be asked for: the real reply about a file, changed on its way to the page. */
export async function changeFile(
  page: Page,
  change: (file: TrackedFile) => Partial<TrackedFile>,
): Promise<void> {
  await page.route('**/file_tracker/specific**', async (route) => {
    const response = await route.fetch()
    const { resource } = (await response.json()) as { resource: TrackedFile }
    await route.fulfill({ response, json: { resource: { ...resource, ...change(resource) } } })
  })
}

/** The first of the tracked files, changed in the same way. */
export async function changeList(page: Page, change: Partial<TrackedFile>): Promise<void> {
  await page.route('**/file_tracker?**', async (route) => {
    const response = await route.fetch()
    const { resource } = (await response.json()) as { resource: { items: TrackedFile[] } }
    const [first, ...rest] = resource.items
    const items = first ? [{ ...first, ...change }, ...rest] : rest
    await route.fulfill({ response, json: { resource: { ...resource, items } } })
  })
}

const since = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export const processing = (file: TrackedFile): Partial<TrackedFile> => ({
  state: 'PROCESSING',
  finished_at: null,
  processing_at: since(3.5),
  confirmed_at: since(5),
  percent: 64.2,
  rows_per_second: 184_300,
  seconds_left: 1.9,
  counts: {
    ...file.counts,
    total: 1_000_000,
    valid: 987_120,
    error: 9_480,
    duplicate: 3_400,
    processed: 642_000,
    found: 598_114,
    not_found: 31_006,
  },
  artifacts: ['errors', 'rejected'],
})

export const validating = (file: TrackedFile): Partial<TrackedFile> => ({
  state: 'VALIDATING',
  validating_at: since(0.4),
  validated_at: null,
  percent: 31,
  rows_per_second: 812_000,
  seconds_left: 0.8,
  counts: { ...file.counts, total: 310_000, valid: 0, error: 0, duplicate: 0, warning: 0 },
  artifacts: [],
})

export const failed = (file: TrackedFile): Partial<TrackedFile> => ({
  ...processing(file),
  state: 'FAILED',
  finished_at: since(1),
  seconds_left: null,
  failure: { code: 'worker_lost', detail: 'The database went away while a part was being answered' },
})

export const expired = (): Partial<TrackedFile> => ({
  state: 'EXPIRED',
  finished_at: since(60),
  artifacts: [],
})

export const again = (): Partial<TrackedFile> => ({
  already_uploaded: { at: since(86_400), by: 'Ana Cruz', source_filekey: null },
})

export async function breakReplies(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        code: 'internal',
        detail: 'Something went wrong on the server. Try again in a moment.',
        request_id: '5f0c2d9e',
      },
    }),
  )
}

export async function holdReplies(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, () => new Promise(() => undefined))
}

export async function emptyLists(page: Page): Promise<void> {
  const resource = { items: [], total: 0, total_estimated: false, page: 1, page_size: 10 }
  await page.route('**/file_tracker?**', (route) => route.fulfill({ json: { resource } }))
  await page.route('**/smac_inquiry/list', (route) => route.fulfill({ json: { resource } }))
}
