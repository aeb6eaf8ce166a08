import { TABLES } from '@backoffice/contract/tables/tables'
import { testTable } from './table-tests.ts'

for (const table of TABLES) testTable(table)
