import { DEMO_PEOPLE, emailOf } from '../../apps/server/src/accounts/demo-people.ts'
import { Driver, type Version } from '../driver.ts'
import type { Product } from '../product.ts'
import type { Replies } from '../replies.ts'
import { until } from '../services.ts'

const STAFF: Readonly<Record<string, number>> = {
  Administrator: 2,
  'Lookup maintainer': 8,
  'Inquiry agent': 20,
  'Inquiry supervisor': 5,
  Auditor: 3,
  'Operations viewer': 12,
}

const NAME = { given_name: 'Soak', family_name: 'Santos' }

type RoleOptions = { items: { id: string; name: string }[] }

export type Person = { email: string; role: string; driver: Driver }

/** Signs in the demo accounts of these roles and invites the missing users. */
export async function gatherPeople(product: Product, replies: Replies): Promise<Person[]> {
  const admin = new Driver(product.address, replies.add)
  await admin.signIn('admin@backoffice.test')
  const { body } = await admin.request<RoleOptions>('/api/user/role/options', { method: 'GET' })
  const { items: roles } = body.resource
  const emails: { email: string; role: string }[] = []
  const invited: string[] = []
  for (const [role, wanted] of Object.entries(STAFF)) {
    const present = DEMO_PEOPLE.filter((person) => person.role === role && person.status === undefined)
    emails.push(...present.slice(0, wanted).map((person) => ({ email: emailOf(person), role })))
    for (let index = present.length; index < wanted; index++) {
      const email = `soak.${invited.length + 1}@backoffice.test`
      await invite(admin, email, roles.find(({ name }) => name === role)?.id ?? '')
      invited.push(email)
      emails.push({ email, role })
    }
  }
  const passwords = await temporaryPasswords(product, invited)
  for (const [email, password] of passwords)
    await new Driver(product.address, replies.add).acceptInvitation(email, password)
  const people = emails.map((person) => ({ ...person, driver: new Driver(product.address, replies.add) }))
  for (const { email, driver } of people) await driver.signIn(email)
  return people
}

export function personOf(people: readonly Person[], role: string): Person {
  const found = people.find((person) => person.role === role)
  if (!found) throw new Error(`No user has the role ${role}.`)
  return found
}

export async function invite(admin: Driver, email: string, role_id: string) {
  const { status, body } = await admin.request<Version>('/api/user/', {
    method: 'POST',
    body: { email, ...NAME, contact: null, employee_no: null, department: 'Soak', role_id },
  })
  if (status !== 201) throw new Error(`The invitation replied ${status}: ${JSON.stringify(body)}`)
  return body.resource
}

/** Reads the outboxes of all web processes, which share the sending of mail. */
async function temporaryPasswords(product: Product, emails: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  await until('the invitations', async () => {
    const page = await (await fetch(`${product.address}/dev/outbox`)).text()
    for (const row of page.split('<tr>')) {
      const password = /Sign in with (\S+) and choose/.exec(row)?.[1]
      const email = emails.find((each) => row.includes(`<td>${each}</td>`))
      if (email && password) found.set(email, unescaped(password))
    }
    return found.size === emails.length
  })
  return found
}

const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
