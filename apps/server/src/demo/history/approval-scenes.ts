import { api } from '@backoffice/contract/api'
import type { DemoDesk } from './demo-desk.ts'
import type { Scene } from './scene.ts'

type Request = { as: string; policy: string; hours: number; reason: string; ticket: string }

const BERNARD: Request = {
  as: 'bernard.tolentino',
  policy: 'Month-end exports',
  hours: 8,
  reason: 'Closing of October while Liza is on leave',
  ticket: 'OPS-20218',
}
const ESTRELLA: Request = {
  as: 'estrella.gonzales',
  policy: 'Card reveal',
  hours: 7 * 24,
  reason: 'Callers ask for their number',
  ticket: 'OPS-20240',
}
const JOMAR: Request = {
  as: 'jomar.villanueva',
  policy: 'Card reveal',
  hours: 24,
  reason: 'A promotion runs at night',
  ticket: 'OPS-20251',
}
const FERDINAND: Request = {
  as: 'ferdinand.salazar',
  policy: 'Inquiry runs',
  hours: 24,
  reason: 'To check the figures of the dashboard',
  ticket: 'OPS-20263',
}
const KRISTINE: Request = {
  as: 'kristine.deleon',
  policy: 'Result exports',
  hours: 48,
  reason: 'Report for operations',
  ticket: 'OPS-20307',
}
const MARIA: Request = {
  as: 'agent',
  policy: 'Card reveal',
  hours: 7 * 24,
  reason: 'Replaces Angelica at the reveal desk this week',
  ticket: 'OPS-20455',
}
const DENNIS: Request = {
  as: 'dennis.pascual',
  policy: 'Inquiry runs',
  hours: 24,
  reason: 'Terminals of Malita: compare a receipt with its inquiry',
  ticket: 'OPS-20461',
}

/** Requests for access, with decisions of each kind. Two still wait. */
export function approvalScenes(): Scene[] {
  const ids = new Map<Request, string>()
  const request = (of: Request) => async (desk: DemoDesk) => void ids.set(of, await requestAccess(desk, of))
  const idOf = (of: Request) => ids.get(of) ?? ''
  return [
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
    { day: -6, at: '11:10', run: request(FERDINAND) },
    { day: -6, at: '18:31', run: (desk) => desk.runScheduled('expire-approvals') },
    // Disabled the day before.
    { day: -4, at: '09:40', run: (desk) => approve(desk, idOf(FERDINAND), 'leonora.santiago') },
    { day: -3, at: '14:05', run: request(KRISTINE) },
    {
      day: -3,
      at: '14:30',
      run: ({ call }) => call(api.approvals.withdraw, { body: { id: idOf(KRISTINE) } }, KRISTINE.as),
    },
    { day: -1, at: '11:40', run: request(MARIA) },
    { day: 0, at: '07:45', run: request(DENNIS) },
  ]
}

async function requestAccess({ call, owner }: DemoDesk, of: Request): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM policies WHERE name = $1', [of.policy])
  const body = { policy_id: rows[0]?.id ?? '', hours: of.hours, reason: of.reason, ticket_no: of.ticket }
  // The reply is the request until it is approved.
  const reply = (await call(api.accessRequests.create, { body }, of.as)) as unknown as {
    approval: { id: string }
  }
  return reply.approval.id
}

const approve = ({ call }: DemoDesk, id: string, as: string) =>
  call(api.approvals.approve, { body: { items: [{ id }] } }, as)

/** The access began at the time of the clock, and has ended by now. */
async function endAccess(desk: DemoDesk, { as, hours }: Request): Promise<void> {
  await desk.owner.query(
    `UPDATE temporary_access SET starts_at = $2, until = $2::timestamptz + make_interval(hours => $3)
     WHERE user_id = $1`,
    [desk.person(as).id, desk.clock.now(), hours],
  )
  await desk.runScheduled('expire-access')
}
