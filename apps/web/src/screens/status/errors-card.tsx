import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { code, numeric, SkeletonRows, Table } from '../../ui/table.tsx'
import type { Status } from './status-queries.ts'

export function ErrorsCard({ errors }: { errors: Status['errors'] | undefined }) {
  return (
    <Card title="Errors in the last hour" flush>
      {errors?.length === 0 ? (
        <EmptyState title="No errors">No call failed or was refused in the last hour.</EmptyState>
      ) : (
        <Table label="Errors in the last hour" plain busy={!errors}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Code</th>
              <th scope="col" {...numeric}>
                Status
              </th>
              <th scope="col" {...numeric}>
                Times
              </th>
            </tr>
          </thead>
          <tbody>
            {errors ? (
              errors.map((error) => (
                <tr key={`${error.status} ${error.code}`}>
                  <td>
                    {error.status >= 500 ? (
                      <Badge tone="bad">Failed</Badge>
                    ) : (
                      <Badge tone="quiet">Refused</Badge>
                    )}
                  </td>
                  <td {...code}>{error.code}</td>
                  <td {...numeric}>{error.status}</td>
                  <td {...numeric}>{formatNumber(error.count)}</td>
                </tr>
              ))
            ) : (
              <SkeletonRows rows={2} columns={4} />
            )}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
