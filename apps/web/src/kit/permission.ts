import {
  type Access,
  hasAction,
  hasModule,
  type Module,
  moduleOf,
  type Permission,
} from '@backoffice/contract/access'
import { useUser } from '../session/store.ts'
import { toastDenied } from './toast.ts'

/** A permission, several of which all are needed, or modules of which any is enough. */
export type Need = Permission | readonly Permission[] | { anyModule: readonly Module[] }

export type Decision = {
  /** Whether its modules are held: without them it is not rendered. */
  isShown: boolean
  /** Without its actions it stays visible and focusable, and a click on it is cancelled with a toast. */
  isAllowed: boolean
}

export function decide(access: Access, need: Need): Decision {
  if (isModules(need)) {
    const isHeld = hasModule(access, need.anyModule)
    return { isShown: isHeld, isAllowed: isHeld }
  }
  const permissions = permissionsOf(need)
  const isShown = permissions.every((each) => hasModule(access, moduleOf(each)))
  return { isShown, isAllowed: isShown && permissions.every((each) => hasAction(access, each)) }
}

export type Gate = Decision & {
  /** The handler if it is allowed; otherwise one that cancels the event and says why. */
  guard: <Args extends unknown[]>(run: (...args: Args) => void) => (...args: Args) => void
  /**
   * For the element. `data-permission` names what it needs and `data-denied` says that it is without, for tests that
   * walk all screens: `aria-disabled` has other reasons too.
   */
  attributes: {
    'data-permission': string | undefined
    'data-denied': true | undefined
    'aria-disabled': true | undefined
  }
}

/** The permission directive for handlers and elements that `PermissionGate` does not fit, such as a drop zone. */
export function usePermission(need: Need): Gate {
  const decision = decide(useUser(), need)
  return {
    ...decision,
    guard: (run) => (decision.isAllowed ? run : (...args) => deny(args[0])),
    attributes: attributesOf(need, decision),
  }
}

export function attributesOf(need: Need, { isAllowed }: Decision): Gate['attributes'] {
  return {
    'data-permission': isModules(need) ? undefined : permissionsOf(need).join(' '),
    'data-denied': isAllowed ? undefined : true,
    'aria-disabled': isAllowed ? undefined : true,
  }
}

/** Cancels what it is given, if that is an event, and shows the toast. */
export function deny(event?: unknown): void {
  if (isEvent(event)) {
    event.preventDefault()
    event.stopPropagation()
  }
  toastDenied()
}

/** Of the browser or of React. */
function isEvent(value: unknown): value is Pick<Event, 'preventDefault' | 'stopPropagation'> {
  return (
    typeof value === 'object' && value !== null && 'preventDefault' in value && 'stopPropagation' in value
  )
}

function isModules(need: Need): need is { anyModule: readonly Module[] } {
  return typeof need === 'object' && 'anyModule' in need
}

function permissionsOf(need: Permission | readonly Permission[]): readonly Permission[] {
  return typeof need === 'string' ? [need] : need
}
