import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { gatedItem } from '../list/gated-item.ts'
import { createLink } from './record-links.ts'
import { useDeleteRows, useSetStatus } from './row-writes.tsx'
import { type Row, titleOf } from './rows.ts'

type Props = { table: TableDeclaration; row: Row; onDeleted: () => void }

/** Actions on a record. */
export function RecordActions({ table, row, onDeleted }: Props) {
  const user = useUser()
  const navigate = useNavigate()
  const remove = useDeleteRows(table, { onDone: onDeleted })
  const change = useSetStatus(table)
  const isActive = row.status === 'ACTIVE'
  const gated = (action: 'create' | 'update' | 'delete', item: MenuItem) =>
    gatedItem(user, tablePermission(table, action), item)
  return (
    <>
      <Menu
        label={`Actions of ${titleOf(table, row)}`}
        items={[
          ...gated('create', {
            label: 'Duplicate',
            onSelect: () => void navigate(createLink(table, row.id)),
          }),
          ...gated('update', {
            label: isActive ? 'Deactivate' : 'Activate',
            onSelect: () => change.run({ rows: [row], status: isActive ? 'INACTIVE' : 'ACTIVE' }),
          }),
          ...gated('delete', { label: 'Delete', isDangerous: true, onSelect: () => remove.run([row]) }),
        ]}
      >
        <Icon name="more" />
      </Menu>
      {remove.dialog}
      {change.dialog}
    </>
  )
}
