import { hasAction, hasModule, type Module, moduleOf, type Permission } from '@backoffice/contract/access'
import { useSession } from '../session/store.ts'

/** Thrown before a screen loads that its visitor may not see; drawn as the 403 view. */
export class Forbidden extends Error {
  readonly missing: { module: Module } | { permission: Permission }

  constructor(missing: { module: Module } | { permission: Permission }) {
    super('Forbidden')
    this.missing = missing
  }
}

/** The paths that are not shown without their module, but led away from; deeper ones show why. */
const BARRED: Readonly<Record<string, Module>> = { '/users': 'Users', '/lookup': 'Lookup' }

export function isBarred(path: string): boolean {
  const module = BARRED[path.replace(/(?<=.)\/$/, '')]
  return module !== undefined && !hasModule(useSession.getState().auth.userDetails, module)
}

export function requireModule(module: Module): void {
  if (!hasModule(useSession.getState().auth.userDetails, module)) throw new Forbidden({ module })
}

export function requirePermission(permission: Permission): void {
  requireModule(moduleOf(permission))
  if (!hasAction(useSession.getState().auth.userDetails, permission)) throw new Forbidden({ permission })
}
