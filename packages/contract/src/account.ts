import type { accountSchemas } from './account.schemas.ts'
import { addresses, type Reply } from './endpoint.ts'

/** Sessions and temporary access of the caller only. */
export const accountEndpoints = addresses<typeof accountSchemas>('user')({
  temporaryAccess: {
    method: 'GET',
    path: '/account/temporary-access',
    access: 'signed-in',
    effect: 'read',
  },
  listSessions: { method: 'GET', path: '/account/sessions', access: 'signed-in', effect: 'read' },
  endSession: { method: 'POST', path: '/account/sessions/end', access: 'signed-in', effect: 'write' },
  endCurrentSession: {
    method: 'POST',
    path: '/account/sessions/end-current',
    access: 'signed-in',
    effect: 'write',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/end-others',
    access: 'signed-in',
    effect: 'write',
  },
  endAllSessions: { method: 'POST', path: '/account/sessions/end-all', access: 'signed-in', effect: 'write' },
  confirmIdentity: {
    method: 'POST',
    path: '/account/identity/confirm',
    access: 'signed-in',
    effect: 'write',
  },
  endConfirmation: {
    method: 'POST',
    path: '/account/identity/end-confirmation',
    access: 'signed-in',
    effect: 'write',
  },
  checkAuthenticator: {
    method: 'POST',
    path: '/account/authenticator/check',
    access: 'signed-in',
    effect: 'write',
  },
})

export type OwnTemporaryAccess = Reply<typeof accountEndpoints.temporaryAccess>['items'][number]
