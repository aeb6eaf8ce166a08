import {
  type Access,
  hasAction,
  hasModule,
  type Module,
  may,
  moduleOf,
  type Permission,
} from '@backoffice/contract/access'
import { useSession, useUser } from '../../session/store.ts'
import { requestAccess } from '../feedback/refusal-notice.tsx'
import { type ToastAction, toastDenied } from '../feedback/toast.ts'

/** A permission, several permissions that are all required, or modules of which any is enough. */
export type Need = Permission | readonly Permission[] | { anyModule: readonly Module[] }

export type Decision = {
  /** True if the user has its modules; otherwise it is not rendered. */
  isShown: boolean
  /** True if the user has its actions; otherwise it stays visible and focusable, and a click shows a toast. */
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
  /** Returns the handler if allowed; otherwise one that cancels the event and shows the toast. */
  guard: <Args extends unknown[]>(run: (...args: Args) => void) => (...args: Args) => void
  /**
   * Attributes of the element. `data-permission` and `data-denied` are for the permission tests, because
   * `aria-disabled` has other reasons too.
   */
  attributes: {
    'data-permission': string | undefined
    'data-denied': true | undefined
    'aria-disabled': true | undefined
  }
}

/** Permission directive for handlers, and for elements without a `PermissionGate`, such as a drop zone. */
export function usePermission(need: Need): Gate {
  const decision = decide(useUser(), need)
  return {
    ...decision,
    guard: (run) => (decision.isAllowed ? run : (...args) => deny(need, args[0])),
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

/** Cancels an event and shows the toast, from which the user can request the first missing permission. */
export function deny(need: Need, event?: unknown): void {
  if (isEvent(event)) {
    event.preventDefault()
    event.stopPropagation()
  }
  toastDenied(requestAction(firstMissing(need)))
}

/**
 * Action of a toast about a missing permission. Its dialog returns the focus to the denied control, because the toast
 * will be gone.
 */
export function requestAction(missing: Permission | undefined): ToastAction | undefined {
  const control = document.activeElement
  return (
    missing && {
      label: 'Request access',
      run: () => {
        if (control instanceof HTMLElement) control.focus()
        requestAccess(missing)
      },
    }
  )
}

function firstMissing(need: Need): Permission | undefined {
  const user = useSession.getState().auth.userDetails
  return isModules(need) ? undefined : permissionsOf(need).find((each) => !may(user, each))
}

/** True for events of the browser and of React. */
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
