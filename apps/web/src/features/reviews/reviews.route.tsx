import { createFileRoute } from '@tanstack/react-router'
import { requireScreen } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { ReviewsScreen } from './reviews-screen.tsx'

export const Route = createFileRoute('/_app/reviews/')({
  validateSearch: listParams,
  beforeLoad: () => requireScreen('reviews'),
  component: ReviewsScreen,
})
