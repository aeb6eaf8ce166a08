import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { code, numeric, SkeletonRows, second, Table } from '../../ui/table.tsx'
import { Example } from '../example.tsx'

export const title = 'Tables'

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">File</th>
        <th scope="col">Code</th>
        <th scope="col">Status</th>
        <th scope="col" {...numeric}>
          Rows
        </th>
        <th scope="col">Uploaded</th>
      </tr>
    </thead>
  )
}

export function Section() {
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(2)
  const [size, setSize] = useState(25)
  return (
    <>
      <Example title="A list" note="Search, table and pages; a missing value is a dash.">
        <Card
          title="Tracked files"
          flush
          aside={<SearchBox label="Search by name" value={query} onCommit={setQuery} />}
        >
          <Table label="Tracked files" plain>
            <Head />
            <tbody>
              <tr>
                <td>branch-0417-november.csv</td>
                <td {...code}>E012</td>
                <td>
                  <Badge tone="ok">Completed</Badge>
                </td>
                <td {...numeric}>1,000,000</td>
                <td {...second}>2026-11-18</td>
              </tr>
              <tr>
                <td>kiosk-reversals.csv</td>
                <td>
                  <EmptyValue />
                </td>
                <td>
                  <Badge tone="bad">Failed</Badge>
                </td>
                <td {...numeric}>640</td>
                <td {...second}>2026-11-12</td>
              </tr>
            </tbody>
          </Table>
          <Pager
            label="Pages of the sample list"
            page={page}
            pageSize={size}
            total={1243}
            sizes={[10, 25, 50, 100]}
            onNext={() => setPage(page + 1)}
            onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
            onSize={setSize}
          />
        </Card>
      </Example>
      <Example title="A list that loads" note="Placeholder rows in the shape of the data.">
        <Card title="Files to come" flush>
          <Table label="Files to come" busy plain>
            <Head />
            <tbody>
              <SkeletonRows rows={3} columns={5} />
            </tbody>
          </Table>
        </Card>
      </Example>
      <Example title="Pages, when the total is estimated">
        <Card flush>
          <Pager
            label="Pages of a long list"
            page={1}
            pageSize={25}
            total={1_204_000}
            estimated
            sizes={[10, 25, 50, 100]}
            onNext={() => undefined}
            onPrevious={undefined}
            onSize={() => undefined}
          />
        </Card>
      </Example>
      <Example title="A search that is refused" note="Type a card number into it.">
        <SearchBox
          label="Search by file name"
          value="9990000000000011"
          onCommit={() => undefined}
          validate={(text) =>
            /\d{13}/.test(text) ? 'Files are found by name, not by card number.' : undefined
          }
        />
      </Example>
    </>
  )
}
