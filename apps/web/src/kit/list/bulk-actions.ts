import type { Permission } from '@backoffice/contract/access'
import type { Selection } from '@backoffice/contract/list'

export type BulkAction<Row> = {
  label: string
  permission: Permission
  isDangerous?: boolean
  isPending?: boolean
  run: (rows: readonly Row[]) => void
  /**
   * The same for all rows that match, as a job in the background. `count`: as the user has confirmed it. All that match
   * can be chosen if every action has it.
   */
  runAll?: (selection: Selection, count: number) => Promise<void>
}

export type BulkActions<Row> = readonly BulkAction<Row>[]
