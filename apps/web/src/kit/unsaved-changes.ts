import { signOut } from '../session/sign-out.ts'
import { isLeavingAsked } from './form/dirty.ts'

/** Resolves to whether the user stays. */
type LeavePrompt = () => Promise<boolean>

let prompt: LeavePrompt | undefined

/** Sets how to ask about unsaved changes; returns how to unset it. */
export function setLeavePrompt(next: LeavePrompt): () => void {
  prompt = next
  return () => {
    prompt = undefined
  }
}

/** Asks first if the screen has unsaved changes. */
export async function mayLeave(): Promise<boolean> {
  return !isLeavingAsked() || !(await prompt?.())
}

export async function signOutAfterAsking(): Promise<void> {
  if (await mayLeave()) await signOut()
}
