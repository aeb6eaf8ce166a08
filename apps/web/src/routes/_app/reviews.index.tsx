import { createFileRoute } from '@tanstack/react-router'
import { ReviewsScreen } from '../../features/reviews/reviews-screen.tsx'
import { requireScreen } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'

export const Route = createFileRoute('/_app/reviews/')({
  validateSearch: listParams,
  beforeLoad: () => requireScreen('reviews'),
  component: ReviewsScreen,
})
