import { useEffect, useState } from 'react'

type Asked<Question> = { about: Question; answer: (isMeant: boolean) => void }

/** A question to the user: `ask` resolves to the choice. `open` has the props of the dialog to render. */
export function useQuestion<Question extends object>() {
  const [asked, setAsked] = useState<Asked<Question>>()
  const settle = (isMeant: boolean) => {
    setAsked(undefined)
    asked?.answer(isMeant)
  }
  // Left open when its component goes, it is answered no: who waits for it goes on.
  useEffect(() => () => asked?.answer(false), [asked])
  return {
    ask: (about: Question) => new Promise<boolean>((answer) => setAsked({ about, answer })),
    open: asked && { ...asked.about, onYes: () => settle(true), onNo: () => settle(false) },
  }
}
