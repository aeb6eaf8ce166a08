import { createFileRoute } from '@tanstack/react-router'
import { requireScreen } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { prefetch } from '../../net/query-client.ts'
import { ReviewScreen } from './review-screen.tsx'
import { reviewQuery } from './reviews-queries.ts'

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
