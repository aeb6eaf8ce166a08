import { addresses, type BodyRules, type Reply } from './endpoint.ts'
import type { policySchemas } from './policies.schemas.ts'

export const POLICY_RULES = {
  name: { label: 'Name', rules: 'required|max:60' },
  description: { label: 'Description', rules: 'max:200' },
  statements: { label: 'Statements', rules: 'select_required' },
} as const satisfies BodyRules

export const policyEndpoints = addresses<typeof policySchemas>('user')({
  list: { method: 'GET', path: '/policy', access: 'policy:view', effect: 'read' },
  create: { method: 'POST', path: '/policy', access: 'policy:create', effect: 'write', rules: POLICY_RULES },
  export: { method: 'POST', path: '/policy/export', access: 'policy:export', effect: 'write' },
  catalogue: {
    method: 'GET',
    path: '/policy/policy-action::all',
    access: { anyOf: ['policy:view', 'role:view', 'user:view'] },
    effect: 'read',
  },
  options: {
    method: 'GET',
    path: '/policy/options',
    access: {
      anyOf: ['policy:view', 'role:view', 'role:create', 'role:update', 'user:create', 'user:update'],
    },
    effect: 'read',
  },
  get: { method: 'GET', path: '/policy/:id', access: 'policy:view', effect: 'read' },
  update: {
    method: 'PATCH',
    path: '/policy/:id',
    access: 'policy:update',
    effect: 'write',
    rules: POLICY_RULES,
  },
  remove: { method: 'DELETE', path: '/policy/:id', access: 'policy:delete', effect: 'write' },
})

export type PolicyRow = Reply<typeof policyEndpoints.list>['items'][number]
export type Policy = Reply<typeof policyEndpoints.get>
