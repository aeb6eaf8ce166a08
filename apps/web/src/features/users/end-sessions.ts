import type { UserRow } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { fullName } from './user-words.ts'
import { refreshUsers } from './users-queries.ts'

type Person = Pick<UserRow, 'id' | 'given_name' | 'family_name'>

/** Ends all sessions of a user. `words`: of its confirmation, which shows the error. */
export function useEndSessions(user: Person, close?: () => void) {
  const name = fullName(user)
  const end = useWrite({
    run: () => call(userEndpoints.endSessions, { params: { id: user.id } }),
    successText: `All sessions of ${name} ended`,
    refresh: refreshUsers,
    showsError: true,
    ...(close && { close }),
  })
  const words = {
    title: `End all sessions of ${name}?`,
    message: 'They lose access immediately. Unsaved changes will be lost. The user can sign in again.',
    yes: 'End all',
  }
  return { end, words }
}
