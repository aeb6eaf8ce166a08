import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../../kit/error-views.tsx'

/** Every other path: inside the shell, and for the signed-out not before they have signed in. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
