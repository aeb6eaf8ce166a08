import { signOut } from '../../session/sign-out.ts'
import { needsLeaveConfirmation } from './dirty.ts'

/** Resolves to true if the user stays. */
type LeavePrompt = () => Promise<boolean>

let prompt: LeavePrompt | undefined

/** Sets the prompt about unsaved changes. Returns a function that removes it. */
export function setLeavePrompt(next: LeavePrompt): () => void {
  prompt = next
  return () => {
    prompt = undefined
  }
}

/** Prompts if the screen has unsaved changes. */
export async function mayLeave(): Promise<boolean> {
  return !needsLeaveConfirmation() || !(await prompt?.())
}

export async function confirmAndSignOut(): Promise<void> {
  if (await mayLeave()) await signOut()
}
