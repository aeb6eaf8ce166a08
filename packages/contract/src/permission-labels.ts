import { type Permission, TABLE_RESOURCES } from './access.ts'

/** Labels of permissions, for messages. */
export const PERMISSION_LABELS = {
  'dashboard:view': 'view the dashboard',
  'user:view': 'view users',
  'user:create': 'create users',
  'user:update': 'update users',
  'user:delete': 'delete users',
  'user:update-status': 'enable or disable users',
  'user:reset-password': 'reset passwords of users',
  'user:export': 'export users',
  'role:view': 'view roles',
  'role:create': 'create roles',
  'role:update': 'update roles',
  'role:delete': 'delete roles',
  'role:grant': 'assign roles to users',
  'role:export': 'export roles',
  'policy:view': 'view policies',
  'policy:create': 'create policies',
  'policy:update': 'update policies',
  'policy:delete': 'delete policies',
  'policy:export': 'export policies',
  'approval:decide': 'decide approval requests',
  'approval:manage': 'change approval rules',
  'review:view': 'view access reviews',
  'review:manage': 'start and end access reviews',
  'review:decide': 'decide in access reviews',
  ...tableLabels(),
  'inquiry:run': 'run inquiries',
  'inquiry:view-all': 'view inquiries of all users',
  'inquiry:export': 'export inquiries',
  'card:unmask': 'view whole card numbers',
  'file:upload': 'upload files',
  'file:view': 'view files',
  'file:view-all': 'view files of all users',
  'file:download': 'download files',
  'file:cancel': 'cancel files',
  'file:retry': 'retry failed files',
  'file:export': 'export lists of files',
  'case:view': 'view cases',
  'case:view-all': 'view cases of all users',
  'case:create': 'open cases',
  'case:assign': 'assign cases',
  'case:update': 'update cases',
  'case:resolve': 'close and reopen cases',
  'case:export': 'export cases and send them to posting',
  'audit:view': 'view the audit trail',
  'audit:export': 'export the audit trail',
} as const satisfies Record<Permission, string>

type TablePermission = Extract<Permission, `${keyof typeof TABLE_RESOURCES}:${string}`>

function tableLabels() {
  const labels = Object.entries(TABLE_RESOURCES).flatMap(([resource, { module, label, actions }]) =>
    actions.map((action) => {
      const verb = action === 'upsert' ? 'create or update' : action
      return [`${resource}:${action}`, `${verb} ${module === 'Glass' ? 'glass ' : ''}${label.toLowerCase()}`]
    }),
  )
  // `Object.fromEntries` loses the types of the names.
  return Object.fromEntries(labels) as Record<TablePermission, string>
}

/** Message for a call that any of the permissions would allow. */
export function deniedMessage(missing: readonly Permission[]): string {
  const actions = missing.map((permission) => PERMISSION_LABELS[permission]).join(' or ')
  return `You may not ${actions}. Ask an access administrator.`
}
