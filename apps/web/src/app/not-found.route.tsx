import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../kit/shell/error-views.tsx'

/** Any other path, shown inside the shell after sign-in. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
