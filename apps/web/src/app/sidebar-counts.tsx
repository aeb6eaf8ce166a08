import { FollowApprovals } from '../features/approvals/requests/follow-approvals.tsx'
import { FollowCases } from '../features/cases/start/follow-cases.tsx'
import { FollowGapFigures } from '../features/mapping/gap-figures.ts'
import { FollowReviews } from '../features/reviews/reviews-queries.ts'

/** Keeps the counts of the sidebar current. */
export function SidebarCounts() {
  return (
    <>
      <FollowGapFigures />
      <FollowCases />
      <FollowApprovals />
      <FollowReviews />
    </>
  )
}
