import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, EmptyValue, Facts } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Status and cards'

export function Section() {
  return (
    <>
      <Example title="States" note="A dot, a word and a wash; never colour alone.">
        <Badge tone="ok">Completed</Badge> <Badge tone="warn">Awaiting confirmation</Badge>{' '}
        <Badge tone="bad">Failed</Badge> <Badge tone="info">Processing</Badge>{' '}
        <Badge tone="quiet">Cancelled</Badge>
      </Example>
      <Example title="Notices">
        <div className={css.stack}>
          <Notice tone="ok" title="All 900 rows processed." />
          <Notice tone="warn" title="Someone saved this row 2 minutes ago." action={<Button>Compare</Button>}>
            Your changes are kept; compare before saving.
          </Notice>
          <Notice
            tone="bad"
            title="The tracked files could not be loaded."
            action={<Button>Try again</Button>}
          />
          <Notice tone="info">Nothing runs until you confirm.</Notice>
          <Notice tone="quiet">Kept until 18 Feb 2027.</Notice>
        </div>
      </Example>
      <Example title="Card with facts">
        <Card title="About" aside="attempt 1">
          <Facts
            items={[
              ['Purpose', 'Reconciliation'],
              ['Ticket number', <code key="ticket">OPS-20417</code>],
              ['Reference', <EmptyValue key="reference" />],
            ]}
          />
        </Card>
      </Example>
      <Example title="Card without a heading">
        <Card>Only what it is about.</Card>
      </Example>
      <Example title="Progress" note="By value, thin, and of unknown length.">
        <div className={css.stack}>
          <Progress label="Rows processed" value={64.2} />
          <Progress label="Bytes sent" value={30} thin />
          <Progress label="Preparing" value={null} />
        </div>
      </Example>
      <Example title="Sparkline" note="Its label contains the figures.">
        <Sparkline label="Files of seven days: 3, 5, 4, 9, 7, 8, 12" values={[3, 5, 4, 9, 7, 8, 12]} />
      </Example>
      <Example title="Skeleton" note="Has the shape of the content.">
        <Card title="Inquiries today">
          <div className={css.stack}>
            <Skeleton width={64} height={28} />
            <Skeleton width="60%" height={16} />
          </div>
        </Card>
      </Example>
      <Example title="Empty">
        <Card title="Files of this week" flush>
          <EmptyState title="No files yet" action={<Button variant="primary">Upload file</Button>}>
            Upload a file to track it here.
          </EmptyState>
        </Card>
      </Example>
      <Example title="Empty after a search">
        <Card title="Past inquiries" flush>
          <EmptyState title="No file matches" action={<Button>Clear the filters</Button>}>
            Nothing was uploaded with this name, state and time.
          </EmptyState>
        </Card>
      </Example>
    </>
  )
}
