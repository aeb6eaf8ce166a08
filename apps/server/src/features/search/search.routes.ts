import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { SEARCH_KIND_NAMES, SEARCH_KINDS } from '@backoffice/contract/search'
import type { Database } from '../../db/client.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { findRecords } from './search.store.ts'

export function searchHandlers({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<(typeof api)['search']> {
  return {
    find: async ({ body: { search } }, { caller: { id, access } }) => {
      // As in lists, which show no card numbers.
      if (maskCardNumbers(search) !== search) return { items: [], complete: true }
      const kinds = SEARCH_KIND_NAMES.filter((kind) => may(access, SEARCH_KINDS[kind].permission))
      return findRecords(db, kinds, search, {
        today: manilaDay(clock.now()),
        cases: may(access, 'case:view-all') ? null : id,
        files: may(access, 'file:view-all') ? null : id,
      })
    },
  }
}
