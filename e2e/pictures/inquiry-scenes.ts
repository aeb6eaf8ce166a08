import { expect, type Page } from '@playwright/test'
import type { DemoUser } from '../tests/demo-users.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const DASHBOARD = '/operational_dashboard'
const SINGLE = '/smac_inquiry'

const day = (ago: number) =>
  new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function ask(page: Page, fields: Record<string, string>, mode = 'Card'): Promise<void> {
  await page.getByRole('radio', { name: mode }).check()
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByLabel('Date from').fill(day(80))
  await page.getByLabel('Purpose').selectOption('MEMBER_COMPLAINT')
  await page.getByLabel('Ticket number').fill('OPS-20431')
  await button(page, 'Run inquiry').click()
}

const answered =
  (fields: Record<string, string>, mode?: string) =>
  async (page: Page): Promise<void> => {
    await ask(page, fields, mode)
    await page.getByText('Reply text').waitFor()
  }

const CARD = { 'Card number': '9990 0000 0000 0011' }

async function openReveal(page: Page): Promise<void> {
  await answered(CARD)(page)
  await button(page, 'Reveal').click()
  await page.getByText(/used today/).waitFor()
}

async function openPast(page: Page): Promise<void> {
  await answered(CARD)(page)
  await page.reload()
  await page.getByText(/^Saved reply/).waitFor()
}

/** Until the charts have been drawn. */
const drawn = (page: Page) => expect(page.locator('canvas').first()).toBeVisible()

export function inquiryScenes(): Scene[] {
  const scene = (name: string, who: DemoUser, path: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who,
    path,
    ...more,
  })
  return [
    scene('dashboard-full', 'admin', DASHBOARD, { after: drawn }),
    scene('dashboard-today', 'admin', `${DASHBOARD}?date=${day(0)}`, { after: drawn }),
    scene('dashboard-no-data', 'admin', `${DASHBOARD}?date=2020-02-29`, { after: drawn }),
    scene('dashboard-tile-failed', 'admin', DASHBOARD, {
      before: (page) => breakReplies(page, '**/dashboard/terminals*'),
      after: drawn,
    }),
    scene('dashboard-tables', 'admin', DASHBOARD, {
      after: async (page) => {
        await drawn(page)
        for (const tile of ['Transactions', 'Points', 'Files'])
          await button(page, `${tile}, as table`).click()
      },
    }),
    scene('dashboard-list', 'supervisor', `${DASHBOARD}?list=PENDING~~~16%2B`, {
      after: (page) => page.getByRole('dialog').getByRole('row').nth(1).waitFor(),
      windowOnly: true,
    }),
    scene('dashboard-arrange', 'agent', DASHBOARD, {
      after: (page) => button(page, 'Tiles').click(),
      windowOnly: true,
    }),
    scene('single', 'agent', SINGLE),
    scene('single-refused', 'agent', SINGLE, {
      after: async (page) => {
        await page.getByLabel('Card number').fill('9990 0000 0000 0012')
        await page.getByLabel('Date from').fill('2026-01-01')
        await button(page, 'Run inquiry').click()
        await page.getByText('Check digit is wrong').waitFor()
      },
    }),
    scene('single-failed', 'agent', SINGLE, {
      before: (page) => breakReplies(page, '**/operations/smac_inquiry'),
      after: (page) => ask(page, CARD),
    }),
    scene('single-answer', 'supervisor', SINGLE, { after: answered(CARD) }),
    scene('single-answer-agent', 'agent', SINGLE, { after: answered({ 'Card number': '9999000000004568' }) }),
    scene('single-account', 'agent', SINGLE, {
      after: answered({ 'Account number': '3000000002' }, 'Account'),
    }),
    scene('single-not-found', 'agent', SINGLE, { after: answered({ Reference: 'NONE-SUCH' }, 'Reference') }),
    scene('single-no-transactions', 'agent', SINGLE, {
      after: answered({ 'Card number': '9990000000001233' }),
    }),
    scene('single-reveal', 'supervisor', SINGLE, { after: openReveal }),
    scene('single-revealed', 'supervisor', SINGLE, {
      after: async (page) => {
        await openReveal(page)
        await button(page, 'Reveal for 30 s').click()
        await page.getByRole('timer').waitFor()
      },
    }),
    scene('single-past', 'agent', SINGLE, { after: openPast }),
    scene('single-opening', 'agent', `${SINGLE}?inquiry=00000000-0000-4000-8000-000000000000`, {
      before: (page) => holdReplies(page, '**/smac_inquiry/0000*'),
    }),
    scene('single-missing', 'agent', `${SINGLE}?inquiry=00000000-0000-4000-8000-000000000000`),
    scene('inquiries-past', 'supervisor', `${SINGLE}?tab=past`),
  ]
}
