/** The words of a toast with the way back. A click on it closes the toast, as on any other place. */
export function UndoWords({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <>
      <span>{text}</span>
      <button type="button" className="toast-undo" onClick={onUndo}>
        Undo
      </button>
    </>
  )
}
