import { api } from '@backoffice/contract/api'
import { REPLY_PART_NAMES, STARTER_TEMPLATE, TEMPLATE_KINDS } from '@backoffice/contract/reply/templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { findUnlistedLink } from './reply-templates.routes.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const list = async (as = 'agent') => (await system.call(api.replyTemplates.list, {}, as)).items
const send = (
  body: Parameters<typeof system.send<typeof api.replyTemplates.update>>[1]['body'],
  as = 'supervisor',
) => system.send(api.replyTemplates.update, { params: { kind: 'LATE_POINTS', language: 'fil' }, body }, as)
const current = async () =>
  (await list()).find(({ kind, language }) => kind === 'LATE_POINTS' && language === 'fil')

test('starts with a template for each kind and language that adds nothing', async () => {
  const templates = await list()
  expect(templates).toHaveLength(TEMPLATE_KINDS.length * 2)
  for (const { greeting, parts, closing } of templates)
    expect({ greeting, parts, closing }).toEqual(STARTER_TEMPLATE)
})

test('a change is versioned and audited', async () => {
  const before = await current()
  const parts = REPLY_PART_NAMES.filter((part) => part !== 'summary').toReversed()
  const change = { greeting: ' Magandang araw po, ', parts, closing: 'Salamat po.' }
  const version = before?.version ?? 0
  expect((await send({ version, ...change })).status).toBe(200)
  expect(await current()).toMatchObject({
    ...change,
    greeting: 'Magandang araw po,',
    version: version + 1,
    updated_by: expect.any(String),
  })
  const [event] = (
    await system.call(api.audit.list, { body: { search: 'Late points, Filipino' } }, 'auditor')
  ).items
  expect(event).toMatchObject({
    action: 'reply-template.update',
    record: { label: 'Late points, Filipino' },
    changes: { greeting: ['', 'Magandang araw po,'], closing: ['', 'Salamat po.'] },
  })
  const stale = await send({ version, closing: 'Maraming salamat po.' })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { closing: 'Salamat po.' } },
  })
})

test.each([
  ['parts', { parts: [...REPLY_PART_NAMES, 'refund'] }, 'There is no placeholder refund'],
  [
    'parts',
    { parts: REPLY_PART_NAMES.filter((part) => part !== 'not_included') },
    'Not included can’t be left out',
  ],
  ['parts', { parts: [...REPLY_PART_NAMES, 'late'] }, 'Late points appears twice'],
  ['greeting', { greeting: 'Dear {name},' }, '{name} is not filled in here: Greeting is plain text'],
  ['closing', { closing: 'Card 9990 0000 0000 0011' }, 'Leave the card number out: this is shown to others'],
  [
    'greeting',
    { greeting: 'Log in at https://northline-points.test' },
    'Remove https://northline-points.test. Only links to help.northline.test are allowed.',
  ],
  ['closing', { closing: 'x'.repeat(501) }, 'Closing has at most 500 characters'],
])('refuses at %s: %j', async (field, change, message) => {
  const before = await current()
  const refused = await send({ version: before?.version ?? 0, ...change })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field, message }] } })
  expect(await current()).toEqual(before)
})

test('only resolvers of cases may change a template', async () => {
  const version = (await current())?.version ?? 0
  for (const as of ['agent', 'auditor'])
    expect((await send({ version, greeting: 'Hello' }, as)).status).toBe(403)
  expect(await list('auditor')).toHaveLength(10)
})

const HOSTS = ['help.northline.test', 'northline.test']

test.each([
  'Dear customer, your points of 1,250.00 are on their way.',
  'See https://help.northline.test/points?lang=fil#late.',
  'See (HTTPS://Help.Northline.test), or help.northline.test/late.',
  'Write to care@northline.test, e.g. today at 5 p.m.',
])('passes %s', (text) => {
  expect(findUnlistedLink(text, HOSTS)).toBeUndefined()
})

test.each([
  ['See https://northline-help.test/points.', 'https://northline-help.test/points'],
  ['See http://help.northline.test', 'http://help.northline.test'],
  ['See https://evil.northline.test', 'https://evil.northline.test'],
  ['See https://help.northline.test@evil.test/', 'https://help.northline.test@evil.test/'],
  ['See help.northline.test@evil.test', 'help.northline.test@evil.test'],
  ['See https://help.northline.test:8443/', 'https://help.northline.test:8443/'],
  ['See javascript://help.northline.test/%0aalert', 'javascript://help.northline.test/%0aalert'],
  ['See https://10.0.0.1/points', 'https://10.0.0.1/points'],
  ['See www.evil.test', 'www.evil.test'],
  ['See evil.test/login', 'evil.test/login'],
  ['See evil．test, evil。test', 'evil.test'],
  ['See https://hеlp.northline.test', 'https://hеlp.northline.test'],
  ['Write to care@evil.test', 'care@evil.test'],
])('finds the link of %s', (text, link) => {
  expect(findUnlistedLink(text, HOSTS)).toBe(link)
})
