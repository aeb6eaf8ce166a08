import type { Selection } from '@backoffice/contract/list'
import type { Need } from '../access/permission.ts'

export type BulkAction<Row> = {
  label: string
  permission: Need
  isDangerous?: boolean
  isPending?: boolean
  run: (rows: readonly Row[]) => void
  /**
   * Runs the action on all matching rows as a background job. `count`: the confirmed count. The user can choose all
   * matching rows if every action has it.
   */
  runAll?: (selection: Selection, count: number) => Promise<void>
}

export type BulkActions<Row> = readonly BulkAction<Row>[]
