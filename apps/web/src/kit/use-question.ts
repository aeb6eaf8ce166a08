import { useState } from 'react'
import { errorMessage } from '../net/api-error.ts'
import { toastFailed } from './toast.ts'
import { useLazyModule } from './use-lazy-module.ts'

type Asked<Question> = { about: Question; answer: (isMeant: boolean) => void }

/**
 * A question whose dialog is loaded when it is first asked: `ask` answers once the user has. Without its code the answer
 * is no, with a word of why. `open` is what to render.
 */
export function useQuestion<Question extends object, Dialog>(load: () => Promise<Dialog>) {
  const [asked, setAsked] = useState<Asked<Question>>()
  const settle = (isMeant: boolean) => {
    setAsked(undefined)
    asked?.answer(isMeant)
  }
  const Dialog = useLazyModule(load, asked !== undefined, (error) => {
    settle(false)
    toastFailed(errorMessage(error))
  })
  return {
    ask: (about: Question) => new Promise<boolean>((answer) => setAsked({ about, answer })),
    open: asked && Dialog && { ...asked.about, Dialog, onYes: () => settle(true), onNo: () => settle(false) },
  }
}
