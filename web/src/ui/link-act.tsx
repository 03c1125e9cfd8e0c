type Props = { busy: boolean; onAct: () => void; children: string }

/** An act among other words, which says by its own words that it is being done. */
export function LinkAct({ busy, onAct, children }: Props) {
  return (
    <button
      type="button"
      className="link"
      // Not `disabled`: that would take the focus from who has just pressed it.
      aria-disabled={busy}
      onClick={() => busy || onAct()}
    >
      {children}
    </button>
  )
}
