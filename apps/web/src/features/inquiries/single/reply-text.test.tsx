import {
  LANGUAGES,
  type Language,
  REPLY_PART_NAMES,
  TEMPLATE_KINDS,
  type TemplateFormat,
} from '@backoffice/contract/reply/templates'
import { replyTemplateEndpoints } from '@backoffice/contract/reply-templates'
import { aCaseInReply } from '@backoffice/contract/testing/inquiry-samples'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setLeavePrompt } from '../../../kit/form/unsaved-changes.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { ReplyText } from './reply-text.tsx'
import { aResult } from './sample-result.ts'

const user = userEvent.setup()
const aTemplate = (kind: TemplateFormat, language: Language) => ({
  id: `00000000-0000-4000-8000-0000000000${TEMPLATE_KINDS.indexOf(kind)}${language === 'en' ? 0 : 1}`,
  version: 1,
  ...{ kind, language },
  greeting: kind === 'LATE_POINTS' && language === 'fil' ? 'Magandang araw po,' : '',
  parts: [...REPLY_PART_NAMES],
  closing: '',
  updated_by: null,
  updated_at: '2026-11-20T02:00:00Z',
})
const TEMPLATES = TEMPLATE_KINDS.flatMap((kind) => LANGUAGES.map((language) => aTemplate(kind, language)))
const RESULT = aResult({
  cases: [aCaseInReply({ purchases: [{ transaction_id: '3', status: 'PENDING', posted_at: null }] })],
  pending_not_included: { on_dates: 0, outside_dates: 1, are_purchases: true },
})
const PASSED_ON = 'Ipinasa na noong 20 Nob 2026 ang naantalang puntos para maitala (kaso C-000118).'

testServer()
beforeEach(() => {
  usePreferences.setState({ pending: {} })
  serve(replyTemplateEndpoints.list, () => ({ items: TEMPLATES }))
})

const open = () => show('/smac_inquiry', () => <ReplyText result={RESULT} isOutdated={false} />)
const copied = async () => {
  await user.click(screen.getByText('Copy', { selector: 'button' }))
  await screen.findByText('Copied')
  return navigator.clipboard.readText()
}

test('copies the reply in the chosen language, with the greeting of its template', async () => {
  await open()
  await screen.findByText('The late points were passed on for posting on 20 Nov 2026 (case C-000118).')
  expect(await copied()).toMatch(/^Card •••• 0029, active\./)
  await user.click(screen.getByLabelText('Filipino'))
  await screen.findByText(PASSED_ON)
  await screen.findByText('Magandang araw po,')
  expect(screen.getByText(/^Hindi kasama: 1 pagbili/).dataset.tone).toBe('warn')
  const text = await copied()
  expect(text).toMatch(/^Magandang araw po,\n\nCard •••• 0029, aktibo\. Mula 21 Set 2026/)
  expect(text).toContain(PASSED_ON)
  expect(usePreferences.getState().pending).toEqual({ reply_language: 'fil' })
  await expectAccessible(document.body)
})

test('"Copied" is about the shown text', async () => {
  await open()
  await copied()
  await user.click(screen.getByLabelText('Filipino'))
  await screen.findByText(PASSED_ON)
  expect(screen.queryByText('Copied')).toBeNull()
})

test.each([
  ['is loaded', 200],
  ['cannot be loaded', 403],
])('is copied once its template %s', async (_, status) => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('/reply_templates')) return respond(url, init)
    await arrival
    return Response.json(status === 200 ? { resource: { items: TEMPLATES } } : {}, { status })
  })
  await open()
  const copy = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Copy' })
  expect(copy().disabled).toBe(true)
  arrive()
  await waitFor(() => expect(copy().disabled).toBe(false))
})

test('edits the greeting and the order of the parts of a template', async () => {
  const saved = { ...aTemplate('LATE_POINTS', 'en'), greeting: 'Dear customer,', version: 2 }
  const changes = serve(replyTemplateEndpoints.update, () => {
    serve(replyTemplateEndpoints.list, () => ({ items: [saved] }))
    return saved
  })
  await open()
  await user.click(screen.getByText('Edit templates'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply templates' }))
  await user.type(await dialog.findByLabelText(/^Greeting/), 'Dear {{name},')
  await user.click(dialog.getByText('Save'))
  expect(await dialog.findByText('{name} is not filled in here: Greeting is plain text')).toBeDefined()
  expect(changes).toEqual([])
  await user.clear(dialog.getByLabelText(/^Greeting/))
  await user.type(dialog.getByLabelText(/^Greeting/), 'Dear customer,')
  expect(dialog.getByLabelText(/^Late points/, { selector: 'input' }).hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByLabelText('Move Cases up'))
  await user.click(dialog.getByLabelText('Totals'))
  expect(dialog.getByRole('region', { name: 'Preview' }).textContent).toMatch(
    /Dear customer,\s+Card •••• 0011/,
  )
  await expectAccessible(document.body)
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(changes).toHaveLength(1))
  const others = REPLY_PART_NAMES.slice(REPLY_PART_NAMES.indexOf('early'))
  const parts = ['subject', 'filters', 'not_found', 'cases', 'late', ...others]
  expect(changes[0]?.body).toMatchObject({ version: 1, greeting: 'Dear customer,', parts })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Dear customer,')).toBeDefined()
})

test('only resolvers of cases edit templates', async () => {
  allowOnly(['SMAC Inquiry'], ['inquiry:run'])
  await open()
  expect((await screen.findByText('Edit templates')).getAttribute('aria-disabled')).toBe('true')
})

test('asks before unsaved changes of a template are lost', async () => {
  const answers = [true, true, false]
  onTestFinished(setLeavePrompt(async () => answers.shift() ?? true))
  await open()
  await user.click(screen.getByText('Edit templates'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply templates' }))
  const greeting = async () => (await dialog.findByLabelText<HTMLTextAreaElement>(/^Greeting/)).value
  await user.type(await dialog.findByLabelText(/^Greeting/), 'Dear customer,')
  await user.click(dialog.getByLabelText('Filipino'))
  await user.click(dialog.getByText('Cancel'))
  expect(await greeting()).toBe('Dear customer,')
  await user.click(dialog.getByLabelText('Filipino'))
  await waitFor(async () => expect(await greeting()).toBe('Magandang araw po,'))
  expect(answers).toEqual([])
})

test('compares the version of a template that someone else saved first', async () => {
  const current = { ...aTemplate('LATE_POINTS', 'en'), version: 2, closing: 'Thank you.' }
  serve(replyTemplateEndpoints.update, () => ({
    refusal: { status: 409, code: 'version_conflict', detail: 'Changed.', current },
  }))
  await open()
  await user.click(screen.getByText('Edit templates'))
  const editor = within(await screen.findByRole('dialog', { name: 'Reply templates' }))
  await user.type(await editor.findByLabelText(/^Greeting/), 'Dear customer,')
  await user.click(editor.getByText('Save'))
  const comparison = await screen.findByRole('dialog', { name: 'Someone else saved this template first' })
  expect(comparison.textContent).toContain('Thank you.')
  const saved = { ...current, greeting: 'Dear customer,', version: 3 }
  const merged = serve(replyTemplateEndpoints.update, () => saved)
  await user.click(within(comparison).getByText('Save'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(merged[0]?.body).toMatchObject({ version: 2, greeting: 'Dear customer,', closing: 'Thank you.' })
})
