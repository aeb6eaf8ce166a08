import { HOME_PATH } from '@backoffice/contract/screens'
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: HOME_PATH, replace: true })
  },
})
