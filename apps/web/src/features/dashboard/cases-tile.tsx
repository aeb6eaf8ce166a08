import { formatNumber } from '../../ui/format-number.ts'
import { useTile } from './dashboard-queries.ts'
import { Figures, Lead } from './figures.tsx'
import { casesBehind, casesResolved, transactionsBehind } from './links.ts'
import { Tile } from './tile.tsx'

export function CasesTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Cases" query={useTile('cases', date)}>
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.overdue)}
            tone={data.overdue > 0 ? 'bad' : undefined}
            behind={casesBehind({ 'f.view': 'OVERDUE' })}
            caption={`overdue of ${formatNumber(data.open)} open now`}
          />
          <Figures
            figures={[
              {
                name: 'Late without a case',
                value: data.late_without_case,
                tone: 'warn',
                behind: transactionsBehind({ date: data.business_date, figure: 'UNFOLLOWED' }),
              },
              {
                name: 'Unassigned',
                value: data.unassigned,
                tone: 'warn',
                behind: casesBehind({ 'f.view': 'UNASSIGNED' }),
              },
              {
                name: 'Sent to posting',
                value: data.sent,
                behind: casesBehind({ 'f.view': 'OPEN', 'f.status': 'SENT' }),
              },
              { name: 'Resolved', value: data.resolved, behind: casesResolved(data.business_date) },
            ]}
          />
        </>
      )}
    </Tile>
  )
}
