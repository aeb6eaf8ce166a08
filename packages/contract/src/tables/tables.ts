import type { TableDeclaration } from '../table.ts'
import { tenders } from './tenders.ts'

/** Every lookup table, in the order of the navigation. */
export const TABLES: readonly TableDeclaration[] = [tenders]
