import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reportDecided, reportToDecide } from './approval-notices.ts'
import { approvalCountsQuery } from './approval-queries.ts'

/** Polls the counts of requests, and reports new requests to decide and decisions about own ones. */
export function FollowApprovals() {
  const { data: counts } = useQuery(approvalCountsQuery)
  const before = useRef<typeof counts>(undefined)
  useEffect(() => {
    if (!counts) return
    reportToDecide(counts.decide)
    if (before.current && counts.mine < before.current.mine) void reportDecided()
    before.current = counts
  }, [counts])
  return null
}
