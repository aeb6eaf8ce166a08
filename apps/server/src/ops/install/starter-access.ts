import {
  type Module,
  PERMISSIONS,
  type Permission,
  type Resource,
  TABLE_RESOURCES,
} from '@backoffice/contract/access'
import { keysOf } from '@backoffice/contract/objects'

/** Roles and policies of a new system. They are read-only; users copy them. */

type PolicyStatement = Permission | `${Resource}:*` | '*:*'
type StarterPolicy = {
  name: string
  description: string
  statements: readonly PolicyStatement[]
}
type StarterRole = {
  name: string
  description: string
  modules: readonly Module[]
  policies: readonly string[]
}

/** Statements for every action on the lookup tables of a module. */
function everyTableIn(wanted: Module): PolicyStatement[] {
  return keysOf(TABLE_RESOURCES)
    .filter((resource) => TABLE_RESOURCES[resource].module === wanted)
    .map((resource) => `${resource}:*` as const)
}

const readable = PERMISSIONS.filter((permission) => /:(view|view-all|export)$/.test(permission))

export const STARTER_POLICIES: readonly StarterPolicy[] = [
  { name: 'Everything', description: 'Every action on every resource', statements: ['*:*'] },
  { name: 'Operations basics', description: 'The dashboard', statements: ['dashboard:view'] },
  {
    name: 'Access administration',
    description: 'Users and roles',
    statements: ['user:*', 'role:*', 'policy:view', 'approval:decide', 'review:*'],
  },
  {
    name: 'Lookup maintenance',
    description: 'The lookup tables',
    statements: everyTableIn('Lookup'),
  },
  {
    name: 'Glass maintenance',
    description: 'The glass configuration',
    statements: everyTableIn('Glass'),
  },
  {
    name: 'Own files',
    description: 'Upload files and follow one’s own',
    statements: ['file:upload', 'file:view', 'file:download', 'file:cancel', 'file:retry'],
  },
  {
    name: 'Inquiry desk',
    description: 'Run inquiries, hand over their results and follow purchases in cases',
    statements: ['inquiry:run', 'inquiry:export', 'case:view', 'case:create', 'case:update'],
  },
  {
    name: 'Inquiry supervision',
    description: 'Everybody’s files, inquiries and cases, and whole card numbers',
    statements: [
      'file:view-all',
      'inquiry:view-all',
      'card:unmask',
      'case:view-all',
      'case:assign',
      'case:resolve',
      'case:export',
    ],
  },
  {
    name: 'Audit reading',
    description: 'See and export everything, change nothing',
    statements: [...readable, 'audit:*'],
  },
]

const DASHBOARD = 'Operational Dashboard'

export const STARTER_ROLES: readonly StarterRole[] = [
  {
    name: 'Administrator',
    description: 'May do everything',
    modules: ['All', DASHBOARD],
    policies: ['Everything', 'Operations basics'],
  },
  {
    name: 'Access administrator',
    description: 'Decides who may do what',
    modules: [DASHBOARD, 'Users'],
    policies: ['Operations basics', 'Access administration'],
  },
  {
    name: 'Lookup maintainer',
    description: 'Keeps the lookup tables right',
    modules: [DASHBOARD, 'Lookup', 'Files'],
    policies: ['Operations basics', 'Lookup maintenance', 'Own files'],
  },
  {
    name: 'Glass maintainer',
    description: 'Keeps the glass configuration right',
    modules: [DASHBOARD, 'Glass', 'Files'],
    policies: ['Operations basics', 'Glass maintenance', 'Own files'],
  },
  {
    name: 'Inquiry agent',
    description: 'Runs inquiries',
    modules: [DASHBOARD, 'SMAC Inquiry', 'Files'],
    policies: ['Operations basics', 'Inquiry desk', 'Own files'],
  },
  {
    name: 'Inquiry supervisor',
    description: 'Runs inquiries and sees everybody’s',
    modules: [DASHBOARD, 'SMAC Inquiry', 'Files'],
    policies: ['Operations basics', 'Inquiry desk', 'Own files', 'Inquiry supervision'],
  },
  {
    name: 'Auditor',
    description: 'Sees everything, changes nothing',
    modules: ['All', DASHBOARD],
    policies: ['Operations basics', 'Audit reading'],
  },
  {
    name: 'Operations viewer',
    description: 'Sees the dashboard',
    modules: [DASHBOARD],
    policies: ['Operations basics'],
  },
]
