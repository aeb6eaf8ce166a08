import type { AccessChangeRequest, Impact } from '@backoffice/contract/endpoints/explain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { impactQuery } from './access-queries.ts'

/** Ticking several boxes in a row asks once. */
const PAUSE_MS = 250

export type ImpactState = {
  /** Of the change as it is, or while that is being worked out as it was. */
  impact: Impact | undefined
  /** Whether it is that of the change as it is: only then may it be saved. */
  isCurrent: boolean
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** What saving a change of access would do; undefined while nothing about access is changed. */
export function useImpact(change: AccessChangeRequest | undefined): ImpactState | undefined {
  const key = change && JSON.stringify(change)
  const [settled, setSettled] = useState(change)
  const settledKey = settled && JSON.stringify(settled)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a change only its content counts
  useEffect(() => {
    if (key === settledKey) return
    const timer = setTimeout(() => setSettled(change), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, settledKey])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    // Without a change nothing is asked.
    ...impactQuery(settled ?? NOTHING),
    enabled: change !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!change) return undefined
  const isSettled = key === settledKey
  return {
    impact: data,
    isCurrent: isSettled && data !== undefined && !isPlaceholderData && !isFetching && !error,
    error: isSettled ? error : null,
    isFetching: !isSettled || isFetching,
    refetch: () => void refetch(),
  }
}

const NOTHING: AccessChangeRequest = { kind: 'policy', id: '', statements: [] }
