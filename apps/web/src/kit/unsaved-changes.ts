import { signOut } from '../session/sign-out.ts'
import { isLeavingAsked } from './form/dirty.ts'

/** Answers whether to stay. */
type Question = () => Promise<boolean>

let question: Question | undefined

/** How to ask about what is not saved, for as long as there is somebody to ask. Returns how to stop. */
export function setLeavePrompt(next: Question): () => void {
  question = next
  return () => {
    question = undefined
  }
}

/** Where something typed would be lost, somebody has to say so first. */
export async function mayLeave(): Promise<boolean> {
  return !isLeavingAsked() || !(await question?.())
}

export async function signOutAfterAsking(): Promise<void> {
  if (await mayLeave()) await signOut()
}
