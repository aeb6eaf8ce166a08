import { may } from '@backoffice/contract/access'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping-gaps'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../session/store.ts'
import { gapFiguresQuery } from './gap-figures.ts'

/** The screen's own calls go first. */
const AFTER_MS = 1_500

/** Keeps the counts of the sidebar current on every screen. */
export function GapCounts() {
  const user = useUser()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const mayView = GAP_KINDS.some((kind) => may(user, gapPermission(kind, 'view')))
  useQuery({ ...gapFiguresQuery, enabled: isDue && mayView })
  return null
}
