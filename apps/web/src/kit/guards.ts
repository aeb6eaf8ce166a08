import {
  hasAction,
  hasModule,
  type Module,
  may,
  moduleOf,
  PERMISSIONS,
  type Permission,
} from '@backoffice/contract/access'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { redirect } from '@tanstack/react-router'
import { useSession } from '../session/store.ts'
import { toastUnauthorized } from './toast.ts'

/** Thrown by a guard before the screen loads; `RouteErrorView` renders it as 403. */
export class Forbidden extends Error {
  readonly missing: { module: Module } | { permission: Permission }
  /** What can be explained; of a missing module alone the first permission of it. */
  readonly asked: Permission | undefined

  constructor(missing: { module: Module } | { permission: Permission }, asked: Permission | undefined) {
    super('Forbidden')
    this.missing = missing
    this.asked = asked
  }
}

function userHas(module: Module): boolean {
  return hasModule(useSession.getState().auth.userDetails, module)
}

export function requireModule(
  module: Module,
  asked = PERMISSIONS.find((each) => moduleOf(each) === module),
): void {
  if (!userHas(module)) throw new Forbidden({ module }, asked)
}

export function requirePermission(permission: Permission): void {
  requireModule(moduleOf(permission), permission)
  if (!hasAction(useSession.getState().auth.userDetails, permission))
    throw new Forbidden({ permission }, permission)
}

/** The permission to see the lookup table at a path; a path without a table has a screen that says so. */
export function requireTable(path: string): void {
  const table = Object.values(TABLE_HEADERS).find((each) => each.path === path)
  if (table) requirePermission(`${table.resource}:view`)
}

/** Any one of them is enough; without it the first is what is missing. */
export function requireAnyPermission([first, ...others]: readonly [Permission, ...Permission[]]): void {
  const user = useSession.getState().auth.userDetails
  if (!others.some((permission) => may(user, permission))) requirePermission(first)
}

/** Redirects to the start screen with a toast, in place of a 403. A preload redirects without the toast. */
export function redirectWithoutModule(module: Module, isPreload: boolean): void {
  if (userHas(module)) return
  if (!isPreload) toastUnauthorized()
  throw redirect({ to: '/', replace: true })
}
