import type { dashboardSchemas } from './dashboard.schemas.ts'
import { addresses } from './endpoint.ts'

function tile<const Name extends string>(name: Name) {
  return { method: 'GET', path: `/dashboard/${name}`, access: 'dashboard:view', effect: 'read' } as const
}

export const dashboardEndpoints = addresses<typeof dashboardSchemas>('operations')({
  files: tile('files'),
  rows: tile('rows'),
  transactions: tile('transactions'),
  points: tile('points'),
  mapping: tile('mapping'),
  terminals: tile('terminals'),
  inquiries: tile('inquiries'),
  cases: tile('cases'),
  access: tile('access'),
  system: tile('system'),
  listTransactions: {
    method: 'GET',
    path: '/dashboard/transactions/list',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all'] },
    effect: 'read',
  },
  exportTransactions: {
    method: 'POST',
    path: '/dashboard/transactions/export',
    access: 'inquiry:export',
    effect: 'write',
  },
})
