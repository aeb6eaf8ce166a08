import { may } from '@backoffice/contract/access'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastDenied } from '../toast.ts'
import { createLink } from './record-links.ts'
import { useDeleteRows, useSetStatus } from './row-writes.tsx'
import { type Row, titleOf } from './rows.ts'

type Props = { table: TableDeclaration; row: Row; onDeleted: () => void }

/** What can be done with a record beside changing it. */
export function RecordActions({ table, row, onDeleted }: Props) {
  const user = useUser()
  const navigate = useNavigate()
  const remove = useDeleteRows(table, { onDone: onDeleted })
  const change = useSetStatus(table)
  const isActive = row.status === 'ACTIVE'
  const permitted = (action: 'create' | 'update' | 'delete', run: () => void) => ({
    onSelect: may(user, tablePermission(table, action)) ? run : toastDenied,
  })
  return (
    <>
      <Menu
        label={`Actions of ${titleOf(table, row)}`}
        items={[
          { label: 'Duplicate', ...permitted('create', () => void navigate(createLink(table, row.id))) },
          {
            label: isActive ? 'Deactivate' : 'Activate',
            ...permitted('update', () =>
              change.run({ rows: [row], status: isActive ? 'INACTIVE' : 'ACTIVE' }),
            ),
          },
          { label: 'Delete', isDangerous: true, ...permitted('delete', () => remove.run([row])) },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {remove.dialog}
      {change.dialog}
    </>
  )
}
