import { TABLES } from '@backoffice/contract/tables/tables'
import { walkTable } from './table-walk.ts'

for (const table of TABLES) walkTable(table)
