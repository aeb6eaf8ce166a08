import { tenders } from '@backoffice/contract/tables/tenders'
import { walkTable } from './table-walk.ts'

walkTable(tenders)
