import type { ListDeclaration } from '../list.ts'
import { tableList } from '../table.ts'
import { TABLES } from '../tables/tables.ts'
import { approvalsList } from './approvals.ts'
import { auditList } from './audit.ts'
import { casesList } from './cases.ts'
import { allFilesList, filesList } from './files.ts'
import { inquiriesList } from './inquiries.ts'
import { gapsList } from './mapping-gaps.ts'
import { reviewItemsList, reviewsList } from './reviews.ts'
import { policiesList, rolesList, usersList } from './users.ts'

/** All lists that can have saved views. */
export const LISTS: readonly ListDeclaration[] = [
  filesList,
  allFilesList,
  inquiriesList,
  casesList,
  approvalsList,
  reviewsList,
  reviewItemsList,
  auditList,
  gapsList,
  usersList,
  rolesList,
  policiesList,
  ...TABLES.map((table) => tableList(table)),
]
