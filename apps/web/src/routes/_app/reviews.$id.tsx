import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '../../features/reviews/review-screen.tsx'
import { reviewQuery } from '../../features/reviews/reviews-queries.ts'
import { requireScreen } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/reviews/$id')({
  validateSearch: listParams,
  beforeLoad: () => requireScreen('reviews'),
  loader: ({ params }) => prefetch(reviewQuery(params.id)),
  component: Review,
})

function Review() {
  const { id } = Route.useParams()
  return <ReviewScreen key={id} id={id} />
}
