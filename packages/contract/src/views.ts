import type { Permission } from './access.ts'
import { addresses, type Reply } from './endpoint.ts'
import type { viewSchemas } from './views.schemas.ts'

export const VIEW_AUDIENCES = { MINE: 'Only me', ROLE: 'My role', EVERYONE: 'Everyone' } as const
export type ViewAudience = keyof typeof VIEW_AUDIENCES

/** Allows sharing a view with a role other than one's own. */
export const SHARE_WITH_ROLES: Permission = 'role:update'

export const viewEndpoints = addresses<typeof viewSchemas>('user')({
  list: { method: 'GET', path: '/views', access: 'signed-in', effect: 'read' },
  roles: { method: 'GET', path: '/views/roles', access: SHARE_WITH_ROLES, effect: 'read' },
  create: { method: 'POST', path: '/views', access: 'signed-in', effect: 'write' },
  update: { method: 'PATCH', path: '/views/:id', access: 'signed-in', effect: 'write' },
  delete: { method: 'DELETE', path: '/views/:id', access: 'signed-in', effect: 'write' },
  setDefault: { method: 'POST', path: '/views/default', access: 'signed-in', effect: 'write' },
})

export type View = Reply<typeof viewEndpoints.list>['items'][number]
export type ViewContent = View['content']
