import { DEMO_PEOPLE, emailOf } from '../../apps/server/src/ops/demo/demo-people.ts'
import { Driver, type Version } from '../driver.ts'
import type { SeenReply } from '../replies.ts'
import { until } from '../services.ts'

const STAFF: Readonly<Record<string, number>> = {
  Administrator: 2,
  'Lookup maintainer': 8,
  'Inquiry agent': 20,
  'Inquiry supervisor': 5,
  Auditor: 3,
  'Operations viewer': 12,
}

export type Person = { email: string; role: string; driver: Driver }

/** Signs in the demo accounts of these roles and invites the missing users. */
export async function gatherPeople(
  addresses: readonly string[],
  onReply: (seen: SeenReply) => void,
): Promise<Person[]> {
  const admin = await Driver.as('admin', addresses, onReply)
  const { body } = await admin.request<{ items: Role[] }>('/api/user/role/options', { method: 'GET' })
  const people: Person[] = []
  const invited: Person[] = []
  for (const [role, wanted] of Object.entries(STAFF)) {
    const present = DEMO_PEOPLE.filter((person) => person.role === role && person.status === undefined)
    for (let index = 0; index < wanted; index++) {
      const known = present[index]
      const email = known ? emailOf(known) : `soak.${invited.length + 1}@backoffice.test`
      const person = { email, role, driver: new Driver(addresses, onReply) }
      people.push(person)
      if (known) continue
      invited.push(person)
      await invite(admin, email, body.resource.items.find(({ name }) => name === role)?.id ?? '')
    }
  }
  await acceptInvitations(addresses, invited)
  for (const { email, driver } of people) await driver.signIn(email)
  return people
}

type Role = { id: string; name: string }

export function personOf(people: readonly Person[], role: string): Person {
  const found = people.find((person) => person.role === role)
  if (!found) throw new Error(`No user has the role ${role}.`)
  return found
}

export async function invite(admin: Driver, email: string, role_id: string): Promise<Version> {
  const name = { given_name: 'Soak', family_name: 'Santos' }
  const { status, body } = await admin.request<Version>('/api/user/', {
    method: 'POST',
    body: { email, ...name, contact: null, employee_no: null, department: 'Soak', role_id },
  })
  if (status !== 201) throw new Error(`The invitation replied ${status}: ${JSON.stringify(body)}`)
  return body.resource
}

/** Finds the temporary passwords in the outboxes of the web processes, which share sending mail. */
async function acceptInvitations(addresses: readonly string[], invited: readonly Person[]): Promise<void> {
  const waiting = new Set(invited)
  await until('the invitations', async () => {
    for (const address of addresses) {
      const page = await (await fetch(`${address}/dev/outbox`)).text()
      for (const row of page.split('<tr>')) {
        const password = /Sign in with (\S+) and choose/.exec(row)?.[1]
        const person = invited.find(({ email }) => row.includes(`<td>${email}</td>`))
        if (!person || !password || !waiting.delete(person)) continue
        await person.driver.acceptInvitation(person.email, unescaped(password))
      }
    }
    return waiting.size === 0
  })
}

const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
