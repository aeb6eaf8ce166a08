import { MODULES } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import { APPROVAL_EXPIRES_AFTER_HOURS } from '@backoffice/contract/approvals'
import type { DemoSystem, StatedReason } from './demo-system.ts'
import { grantPolicy, policyOf, type Scene } from './scene.ts'

/** A request for temporary access to a policy. */
type AccessRequest = StatedReason & { as: string; policy: string; hours: number }

const BERNARD: AccessRequest = {
  as: 'bernard.tolentino',
  policy: 'Month-end exports',
  hours: 8,
  reason: 'Closing of October while Liza is on leave',
  ticket: 'OPS-20218',
}
const ESTRELLA: AccessRequest = {
  as: 'estrella.gonzales',
  policy: 'Card reveal',
  hours: 7 * 24,
  reason: 'Callers ask for their number',
  ticket: 'OPS-20240',
}
const JOMAR: AccessRequest = {
  as: 'jomar.villanueva',
  policy: 'Card reveal',
  hours: 24,
  reason: 'A promotion runs at night',
  ticket: 'OPS-20251',
}
const FERDINAND: AccessRequest = {
  as: 'ferdinand.salazar',
  policy: 'Inquiry runs',
  hours: 24,
  reason: 'To check the figures of the dashboard',
  ticket: 'OPS-20263',
}
const KRISTINE: AccessRequest = {
  as: 'kristine.deleon',
  policy: 'Result exports',
  hours: 48,
  reason: 'Report for operations',
  ticket: 'OPS-20307',
}
const MARIA: AccessRequest = {
  as: 'agent',
  policy: 'Card reveal',
  hours: 7 * 24,
  reason: 'Replaces Angelica at the reveal desk this week',
  ticket: 'OPS-20455',
}
const DENNIS: AccessRequest = {
  as: 'dennis.pascual',
  policy: 'Inquiry runs',
  hours: 24,
  reason: 'Terminals of Malita: compare a receipt with its inquiry',
  ticket: 'OPS-20461',
}

const ROWENA: StatedReason = {
  reason: 'Reads numbers back to callers at night until the whole night desk does',
  ticket: 'OPS-20229',
}
const PAOLO: StatedReason = { reason: 'Takes the calls when Rowena is on leave', ticket: 'OPS-20270' }
const NIGHT_DESK: StatedReason = {
  reason: 'From 1 December the night desk reads numbers back to callers. Angelica does so by day.',
  ticket: 'OPS-20470',
}

const TRIAL_OVER: StatedReason = {
  reason: 'The trial of two weeks is over. On again from 1 December, when each department has a decider.',
  ticket: 'OPS-20472',
}

/** A trial of the rule of high-risk access, and requests with decisions of each kind. Three still wait. */
export function approvalScenes(): Scene[] {
  const ids = new Map<StatedReason, string>()
  const request = (of: AccessRequest) => async (desk: DemoSystem) =>
    void ids.set(of, await requestAccess(desk, of))
  const grant = (stated: StatedReason, mailbox: string) => async (desk: DemoSystem) =>
    void ids.set(stated, requestIn(await grantPolicy(desk, { mailbox, policy: 'Card reveal', stated })))
  const idOf = (of: StatedReason) => ids.get(of) ?? ''
  return [
    { day: -13, at: '11:15', run: (desk) => switchRule(desk, true) },
    { day: -12, at: '09:20', run: request(BERNARD) },
    {
      day: -12,
      at: '09:50',
      run: async (desk) => {
        await approve(desk, idOf(BERNARD), 'access')
        await endAccess(desk, BERNARD)
      },
    },
    { day: -10, at: '16:45', run: request(ESTRELLA) },
    {
      day: -10,
      at: '17:20',
      run: ({ call }) => {
        const reason = 'Angelica reveals numbers for the desk: pass the calls on to her'
        return call(api.approvals.reject, { body: { items: [{ id: idOf(ESTRELLA) }], reason } }, 'admin')
      },
    },
    { day: -9, at: '18:30', run: request(JOMAR) },
    { day: -8, at: '10:35', run: grant(ROWENA, 'rowena.castillo') },
    { day: -8, at: '10:55', run: (desk) => approve(desk, idOf(ROWENA), 'leonora.santiago') },
    { day: -6, at: '11:10', run: request(FERDINAND) },
    { day: -6, at: '18:31', run: (desk) => expire(desk, idOf(JOMAR)) },
    { day: -5, at: '08:50', run: grant(PAOLO, 'paolo.mercado') },
    { day: -5, at: '15:20', run: setContact },
    // Paolo has changed since. The request of Ferdinand ended when he was disabled.
    { day: -4, at: '09:40', run: (desk) => approve(desk, idOf(PAOLO), 'leonora.santiago') },
    { day: -3, at: '14:05', run: request(KRISTINE) },
    {
      day: -3,
      at: '14:30',
      run: ({ call }) => call(api.approvals.withdraw, { body: { id: idOf(KRISTINE) } }, KRISTINE.as),
    },
    { day: -1, at: '11:40', run: request(MARIA) },
    { day: 0, at: '07:45', run: request(DENNIS) },
    // Follows the review that removes Rowena’s own policy, because her removal would change who gains.
    { day: 0, at: '12:05', run: addCardReveal },
    {
      day: 0,
      at: '12:10',
      run: async (desk) => void ids.set(TRIAL_OVER, requestIn(await switchRule(desk, false, TRIAL_OVER))),
    },
    { day: 0, at: '12:20', run: (desk) => approve(desk, idOf(TRIAL_OVER), 'leonora.santiago') },
  ]
}

/** Switching it off needs approval. */
async function switchRule({ call }: DemoSystem, is_on: boolean, stated?: StatedReason): Promise<unknown> {
  const { items } = await call(api.approvals.rules, {}, 'admin')
  const rule = items.find(({ kind }) => kind === 'HIGH_RISK_GRANT')
  if (!rule) throw new Error('There is no rule of high-risk access.')
  const { kind, version } = rule
  return call(api.approvals.updateRule, { params: { kind }, body: { version, is_on } }, 'admin', stated)
}

async function requestAccess(desk: DemoSystem, of: AccessRequest): Promise<string> {
  const policy_id = await policyOf(desk, of.policy)
  const body = { policy_id, hours: of.hours, reason: of.reason, ticket_no: of.ticket }
  return requestIn(await desk.call(api.accessRequests.create, { body }, of.as))
}

async function setContact({ call, person }: DemoSystem): Promise<void> {
  const params = { id: person('paolo.mercado').id }
  const { version } = await call(api.users.get, { params }, 'access')
  await call(api.users.update, { params, body: { version, contact: '+639175550142' } }, 'access')
}

async function addCardReveal(desk: DemoSystem): Promise<void> {
  const { call } = desk
  const { items } = await call(api.roles.list, { query: { search: 'Night desk' } }, 'leonora.santiago')
  const params = { id: items[0]?.id ?? '' }
  const { version, modules, policies } = await call(api.roles.get, { params }, 'leonora.santiago')
  const policy_ids = [...policies.map(({ id }) => id), await policyOf(desk, 'Card reveal')]
  const change = {
    kind: 'role' as const,
    ...params,
    modules: MODULES.filter((each) => modules.includes(each)),
    policy_ids,
  }
  const { impact_version } = await call(api.explain.impact, { body: change }, 'leonora.santiago')
  await call(
    api.roles.update,
    { params, body: { version, policy_ids, impact_version } },
    'leonora.santiago',
    NIGHT_DESK,
  )
}

/** The id of the request that the reply of a change names until it is approved. */
const requestIn = (reply: unknown): string => (reply as { approval: { id: string } }).approval.id

async function approve({ call }: DemoSystem, id: string, as: string): Promise<void> {
  const { content_hash } = await call(api.approvals.get, { params: { id } }, as)
  await call(api.approvals.approve, { body: { items: [{ id, content_hash }] } }, as)
}

/** Requests end by the database's clock, which is ahead of this one. */
async function expire(desk: DemoSystem, id: string): Promise<void> {
  await desk.owner.query('UPDATE approvals SET expires_at = clock_timestamp() WHERE id = $1', [id])
  await desk.runScheduled('expire-approvals')
}

/** Requests of scenes end 72 hours after their own times. */
export async function keepExpiries({ owner }: Pick<DemoSystem, 'owner'>): Promise<void> {
  await owner.query(
    'UPDATE approvals SET expires_at = requested_at + make_interval(hours => $1) WHERE expires_at IS NOT NULL',
    [APPROVAL_EXPIRES_AFTER_HOURS],
  )
}

/** The access began at the time of the clock, and has ended by now. */
async function endAccess(desk: DemoSystem, { as, hours }: AccessRequest): Promise<void> {
  await desk.owner.query(
    `UPDATE temporary_access SET starts_at = $2, until = $2::timestamptz + make_interval(hours => $3)
     WHERE user_id = $1`,
    [desk.person(as).id, desk.clock.now(), hours],
  )
  await desk.runScheduled('expire-access')
}
