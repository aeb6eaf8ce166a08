import { useEffect, useState } from 'react'

type Pending<Question> = { question: Question; resolve: (isConfirmed: boolean) => void }

/** A question to the user: `confirm` resolves to the choice. `open` has the props of the dialog to render. */
export function useQuestion<Question extends object>() {
  const [pending, setPending] = useState<Pending<Question>>()
  const settle = (isConfirmed: boolean) => {
    setPending(undefined)
    pending?.resolve(isConfirmed)
  }
  // An open question resolves to no when its component unmounts.
  useEffect(() => () => pending?.resolve(false), [pending])
  return {
    confirm: (question: Question) => new Promise<boolean>((resolve) => setPending({ question, resolve })),
    open: pending && { ...pending.question, onYes: () => settle(true), onNo: () => settle(false) },
  }
}
