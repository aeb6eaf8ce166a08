import { HttpError } from '../../kernel/errors.ts'

export const sessionsNotAvailable = () =>
  new HttpError('not_found', {
    code: 'sessions_not_available',
    detail: 'The identity provider does not list sessions. End all of them instead.',
  })

export const noSuchSession = () =>
  new HttpError('not_found', { code: 'session_not_found', detail: 'There is no such session.' })
