import { APPROVAL_VIEWS, type ApprovalView } from '@backoffice/contract/approvals'
import { keysOf } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { TabCount, TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { APPROVALS, approvalCountsQuery } from './requests/approval-queries.ts'

/** Views of the list for users who can decide, with the number of open requests. */
export function ApprovalTabs({ view }: { view: ApprovalView }) {
  const { data: counts } = useQuery(approvalCountsQuery)
  return (
    <TabLinks label="Views of requests">
      {keysOf(APPROVAL_VIEWS).map((each) => {
        const count = each === 'decided' ? undefined : counts?.[each]
        // Own requests stay listed after their end, so a bare number would count other rows than the list.
        const isOpenOnly = each === 'mine'
        return (
          <Link
            key={each}
            {...linkTo(APPROVALS.path, { search: { 'f.view': each }, resetScroll: false })}
            {...tabLink}
            // Set below, because an address without a view shows one too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={each === view ? 'page' : undefined}
          >
            {APPROVAL_VIEWS[each]}
            {count !== undefined && !(isOpenOnly && count === 0) && (
              <TabCount>{`${formatNumber(count)}${isOpenOnly ? ' open' : ''}`}</TabCount>
            )}
          </Link>
        )
      })}
    </TabLinks>
  )
}
