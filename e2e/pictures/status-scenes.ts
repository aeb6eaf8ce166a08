import type { Page } from '@playwright/test'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PATH = '/status'
const REPLY = '**/api/operations/status'

const shown = (name: string, more: Partial<Scene> = {}): Scene => ({
  name,
  who: 'admin',
  path: PATH,
  ...more,
})

/** What the system says of itself: at ease, in trouble, and while nothing is known. */
export function statusScenes(): Scene[] {
  return [
    shown('status', { after: (page) => page.getByRole('cell', { name: 'Worker' }).first().waitFor() }),
    shown('status-trouble', { before: inTrouble, after: (page) => page.getByText('No worker').waitFor() }),
    shown('status-loading', { before: (page) => holdReplies(page, REPLY) }),
    shown('status-failed', { before: (page) => breakReplies(page, REPLY) }),
  ]
}

/** The same system, its storage and workers away. */
async function inTrouble(page: Page): Promise<void> {
  await page.route(REPLY, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const status = json.resource
    const busy = { memory_bytes: 412_000_000, event_loop_delay_ms: 640, calls_per_second: 118.4, p95_ms: 930 }
    const web = { ...status.processes[0], ...busy, pool: { total: 12, idle: 0, waiting: 9, max: 12 } }
    const earlier = { ...web, id: crypto.randomUUID(), build: '0f3a77c', started_at: '2026-11-19T02:11:00Z' }
    Object.assign(status, {
      processes: [earlier, web],
      parts: status.parts.map((part: { name: string }) =>
        part.name === 'storage'
          ? {
              ...part,
              state: 'down',
              message:
                'The storage of files does not answer: look whether it runs, and whether this process may use it.',
            }
          : part,
      ),
      queues: [
        { name: 'validate-file', waiting: 4, active: 0, failed: 0, oldest_seconds: 312 },
        { name: 'answer-chunk', waiting: 1284, active: 0, failed: 2, oldest_seconds: 301 },
        { name: 'finish-file', waiting: 0, active: 0, failed: 1, oldest_seconds: null },
        ...status.queues.slice(3).map((queue: object) => ({ ...queue, waiting: 0, active: 0, failed: 0 })),
      ],
      storage: { calls: 812, errors: 96, p95_ms: 2140 },
      files: status.files.map((each: object, at: number) => ({
        ...each,
        files: [3, 4, 0, 12, 7, 2, 1840, 96, 3, 8, 11, 5][at],
      })),
      errors: [
        { status: 503, code: 'unavailable', count: 41 },
        { status: 500, code: 'internal', count: 2 },
        { status: 409, code: 'version_conflict', count: 17 },
        { status: 422, code: 'invalid', count: 9 },
      ],
    })
    await route.fulfill({ response, json })
  })
}
