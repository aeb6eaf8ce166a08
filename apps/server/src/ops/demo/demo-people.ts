/** A user of the demo. `mailbox` is the local part of the email address. */
export type DemoPerson = {
  mailbox: string
  name: readonly [given: string, family: string]
  role: string
  department: string
  /** Active by default. */
  status?: 'PENDING' | 'DISABLED'
  statusReason?: string
  extraPolicies?: readonly string[]
}

/** One account per starter role, and one for a first sign-in. */
export const SIGN_IN_ACCOUNTS: readonly DemoPerson[] = [
  { mailbox: 'admin', name: ['Alma', 'Dizon'], role: 'Administrator', department: 'Systems' },
  { mailbox: 'access', name: ['Benito', 'Cruz'], role: 'Access administrator', department: 'Systems' },
  { mailbox: 'lookup', name: ['Carla', 'Lim'], role: 'Lookup maintainer', department: 'Settlement' },
  { mailbox: 'glass', name: ['Dario', 'Santos'], role: 'Glass maintainer', department: 'Settlement' },
  { mailbox: 'agent', name: ['Maria', 'Reyes'], role: 'Inquiry agent', department: 'Loyalty desk' },
  {
    mailbox: 'supervisor',
    name: ['Ramon', 'Aquino'],
    role: 'Inquiry supervisor',
    department: 'Loyalty desk',
  },
  { mailbox: 'auditor', name: ['Teresa', 'Villar'], role: 'Auditor', department: 'Internal audit' },
  { mailbox: 'viewer', name: ['Joel', 'Bautista'], role: 'Operations viewer', department: 'Operations' },
  {
    mailbox: 'new.hire',
    name: ['Nina', 'Garcia'],
    role: 'Inquiry agent',
    department: 'Loyalty desk',
    status: 'PENDING',
  },
]

const desk = { role: 'Inquiry agent', department: 'Loyalty desk' } as const
const night = { role: 'Night desk', department: 'Loyalty desk' } as const

/** More users, so that lists, roles and policies are not empty. */
const COLLEAGUES: readonly DemoPerson[] = [
  { mailbox: 'jomar.villanueva', name: ['Jomar', 'Villanueva'], ...night },
  { mailbox: 'liza.manalo', name: ['Liza', 'Manalo'], ...night },
  { mailbox: 'paolo.mercado', name: ['Paolo', 'Mercado'], ...night },
  { mailbox: 'rowena.castillo', name: ['Rowena', 'Castillo'], ...night },
  { mailbox: 'angelica.ramos', name: ['Angelica', 'Ramos'], ...desk, extraPolicies: ['Card reveal'] },
  { mailbox: 'bernard.tolentino', name: ['Bernard', 'Tolentino'], ...desk },
  { mailbox: 'estrella.gonzales', name: ['Estrella', 'Gonzales'], ...desk },
  { mailbox: 'imelda.soriano', name: ['Imelda', 'Soriano'], ...desk, status: 'PENDING' },
  {
    mailbox: 'cecilia.navarro',
    name: ['Cecilia', 'Navarro'],
    role: 'Inquiry supervisor',
    department: 'Loyalty desk',
  },
  {
    mailbox: 'dennis.pascual',
    name: ['Dennis', 'Pascual'],
    role: 'Lookup maintainer',
    department: 'Settlement',
  },
  {
    mailbox: 'hernando.abad',
    name: ['Hernando', 'Abad'],
    role: 'Glass maintainer',
    department: 'Settlement',
    status: 'DISABLED',
    statusReason: 'On leave',
  },
  {
    mailbox: 'grace.evangelista',
    name: ['Grace', 'Evangelista'],
    role: 'Auditor',
    department: 'Internal audit',
  },
  {
    mailbox: 'ferdinand.salazar',
    name: ['Ferdinand', 'Salazar'],
    role: 'Operations viewer',
    department: 'Operations',
  },
  {
    mailbox: 'kristine.deleon',
    name: ['Kristine', 'De León'],
    role: 'Operations viewer',
    department: 'Operations',
  },
  {
    mailbox: 'leonora.santiago',
    name: ['Leonora', 'Santiago'],
    role: 'Administrator',
    department: 'Systems',
  },
]

export const DEMO_PEOPLE: readonly DemoPerson[] = [...SIGN_IN_ACCOUNTS, ...COLLEAGUES]

export function emailOf({ mailbox }: DemoPerson): string {
  return `${mailbox}@backoffice.test`
}
