import { CASE_VIEW_LABELS, CASE_VIEWS, type CaseCounts, type CaseView } from '@backoffice/contract/cases'
import { Link } from '@tanstack/react-router'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { TabCount, TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { CASES } from './start/case-queries.ts'

type Props = { view: CaseView | undefined; counts: CaseCounts | undefined }

/** Views of the list, with the number of their cases. A link to a view keeps neither search nor filters. */
export function ViewTabs({ view, counts }: Props) {
  return (
    <TabLinks label="Views of cases">
      {CASE_VIEWS.map((each) => {
        const count = each === 'CLOSED' ? undefined : counts?.[each]
        return (
          <Link
            key={each}
            {...linkTo(CASES.path, { search: { 'f.view': each }, resetScroll: false })}
            {...tabLink}
            // Set below, because an address without a view shows one too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={each === view ? 'page' : undefined}
          >
            {CASE_VIEW_LABELS[each]}
            {count !== undefined && <TabCount>{formatNumber(count)}</TabCount>}
          </Link>
        )
      })}
    </TabLinks>
  )
}
