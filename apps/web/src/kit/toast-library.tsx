import { useEffect } from 'react'
// The styled entry would write a <style> element, which the page's policy forbids.
import { cssTransition, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'
import { onOtherPerson } from './notifications/notifications.ts'
// A file of its own, brought by this module alone: the library puts its class names together while running, so
// nothing that looks for them in the code would find them.
import styles from './toast.css?url'
import { ALWAYS, COLLAPSE_MS, TOASTS, type ToastKind } from './toast-kinds.ts'
import { UndoWords } from './undo-words.tsx'

const transition = cssTransition({
  enter: 'Toastify--animate toast-enter',
  exit: 'Toastify--animate toast-exit',
  appendPosition: true,
  collapseDuration: COLLAPSE_MS,
})

export function ToastHost() {
  // What was said to the one who left, and could be undone only by them.
  useEffect(() => onOtherPerson(() => toast.dismiss()), [])
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <ToastContainer {...ALWAYS} transition={transition} />
    </>
  )
}

/** One id per text: the same thing said twice stands there once. */
export function raise(kind: ToastKind, text: string, onUndo?: () => void): void {
  const options = { ...TOASTS[kind], toastId: text } satisfies ToastOptions
  if (!onUndo) {
    toast(text, options)
    return
  }
  const content = <UndoWords text={text} onUndo={onUndo} />
  // Done once more while it stands there: the newest is what the button takes back.
  if (toast.isActive(text)) toast.update(text, { ...options, render: content, delay: 0 })
  else toast(content, options)
}
