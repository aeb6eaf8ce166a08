import { createFileRoute, redirect } from '@tanstack/react-router'
import { redirectWithoutModule } from '../../kit/guards.ts'

/** Leads to the list of users; without the module away from it. */
export const Route = createFileRoute('/_app/users/')({
  caseSensitive: true,
  beforeLoad: ({ preload }) => {
    redirectWithoutModule('Users', preload)
    throw redirect({ to: '/users/users_list', replace: true })
  },
  codeSplitGroupings: [],
})
