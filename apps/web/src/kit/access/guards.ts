import {
  hasAction,
  hasModule,
  type Module,
  may,
  moduleOf,
  PERMISSIONS,
  type Permission,
} from '@backoffice/contract/access'
import { SCREENS, type Screen, type ScreenName } from '@backoffice/contract/screens'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { redirect } from '@tanstack/react-router'
import { useSession } from '../../session/store.ts'
import { toastUnauthorized } from '../feedback/toast.ts'

/** Thrown by a guard before the screen loads; `RouteErrorView` renders it as 403. */
export class Forbidden extends Error {
  readonly missing: { module: Module } | { permission: Permission }
  /** Permission for the explanation; for a missing module its first permission. */
  readonly explainable: Permission | undefined

  constructor(missing: { module: Module } | { permission: Permission }, explainable: Permission | undefined) {
    super('Forbidden')
    this.missing = missing
    this.explainable = explainable
  }
}

function userHas(module: Module): boolean {
  return hasModule(useSession.getState().auth.userDetails, module)
}

export function requireModule(
  module: Module,
  explainable = PERMISSIONS.find((each) => moduleOf(each) === module),
): void {
  if (!userHas(module)) throw new Forbidden({ module }, explainable)
}

export function requirePermission(permission: Permission): void {
  requireModule(moduleOf(permission), permission)
  if (!hasAction(useSession.getState().auth.userDetails, permission))
    throw new Forbidden({ permission }, permission)
}

/** Requires the permission to view the lookup table at a path; the screen handles paths without a table. */
export function requireTable(path: string): void {
  const table = Object.values(TABLE_HEADERS).find((each) => each.path === path)
  if (table) requirePermission(`${table.resource}:view`)
}

/** Requires any of the permissions; the error names the first. */
export function requireAnyPermission([first, ...others]: readonly [Permission, ...Permission[]]): void {
  const user = useSession.getState().auth.userDetails
  if (!others.some((permission) => may(user, permission))) requirePermission(first)
}

/** Requires any of the permissions that open a screen. */
export function requireScreen(name: ScreenName): void {
  const screen: Screen | undefined = SCREENS.find((each) => each.name === name)
  if (screen?.anyPermission) requireAnyPermission(screen.anyPermission)
}

/** Redirects to the start screen with a toast instead of a 403. A preload redirects without the toast. */
export function redirectWithoutModule(module: Module, isPreload: boolean): void {
  if (userHas(module)) return
  if (!isPreload) toastUnauthorized()
  throw redirect({ to: '/', replace: true })
}
