import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { toastDone, toastFailed } from '../../kit/feedback/toast.ts'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { createLink, recordLink } from '../../kit/record/record-links.ts'
import type { RowsWrite, StatusChange } from '../../kit/record/row-writes.tsx'
import type { Row } from '../../kit/record/rows.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'

type Writes = { remove: RowsWrite<readonly Row[]>; status: RowsWrite<StatusChange> }

/** Row menu of a lookup table. */
export function useRowActions(table: TableDeclaration, { remove, status }: Writes) {
  const user = useUser()
  const navigate = useNavigate()
  const router = useRouter()
  const may = (action: 'create' | 'update' | 'delete', item: MenuItem) =>
    gatedItem(user, tablePermission(table, action), item)

  async function copyLink(row: Row) {
    const { href } = router.buildLocation(
      recordLink(table, row.id) as Parameters<typeof router.buildLocation>[0],
    )
    try {
      await navigator.clipboard.writeText(new URL(href, location.origin).href)
      toastDone('Link copied')
    } catch {
      toastFailed('The link could not be copied. Open the record and copy its address.')
    }
  }

  return (row: Row): readonly MenuItem[] => {
    const next = row.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'
    return [
      { label: 'Edit', keys: 'Enter', onSelect: () => void navigate(recordLink(table, row.id)) },
      ...may('create', { label: 'Duplicate', onSelect: () => void navigate(createLink(table, row.id)) }),
      { label: 'History', onSelect: () => void navigate(recordLink(table, row.id, 'history')) },
      { label: 'Copy link', onSelect: () => void copyLink(row) },
      ...may('update', {
        label: next === 'ACTIVE' ? 'Activate' : 'Deactivate',
        isApart: true,
        onSelect: () => status.run({ rows: [row], status: next }),
      }),
      ...may('delete', { label: 'Delete', isDangerous: true, onSelect: () => remove.run([row]) }),
    ]
  }
}
