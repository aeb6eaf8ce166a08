import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../../kit/error-views.tsx'
import { redirectWithoutModule } from '../../kit/guards.ts'

/** Has no screen yet: without the module it redirects, with it it is not found. */
export const Route = createFileRoute('/_app/users/')({
  caseSensitive: true,
  beforeLoad: ({ preload }) => redirectWithoutModule('Users', preload),
  component: NotFound,
  codeSplitGroupings: [],
})
