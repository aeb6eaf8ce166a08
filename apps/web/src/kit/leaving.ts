import { signOut } from '../session/session.ts'
import { isLeavingAsked } from './form/dirty.ts'

/** Answers whether to stay. */
type Question = () => Promise<boolean>

let question: Question | undefined

/** How to ask about what is not saved, for as long as there is somebody to ask. Returns how to stop. */
export function askWith(next: Question): () => void {
  question = next
  return () => {
    question = undefined
  }
}

/** Signs out; where something typed would be lost, only after asking. */
export async function signOutAfterAsking(): Promise<void> {
  if (isLeavingAsked() && (await question?.())) return
  await signOut()
}
