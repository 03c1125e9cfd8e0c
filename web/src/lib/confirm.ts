import { store } from './store.ts'

/** How grave it is, by icon and colour; with `danger` the confirming button is red and the focus begins on the other one. */
export type ConfirmVariant = 'danger' | 'warning' | 'info' | 'question'
/** What the reader is asked; buttons without a text of their own say 确定 and 取消 in the reader’s language. */
export type Question = {
  title: string
  message: string
  confirmText?: string
  cancelText?: string
  variant: ConfirmVariant
  /** What must be typed before the answer may be yes; for what cannot be undone. */
  typeToConfirm?: string
}

type Open = Question & { resolve: (yes: boolean) => void }

const open = store<Open | null>(null)

/** Asks the reader; true on confirm, false on cancel, Escape or a click on the backdrop. A second question answers the first with false. */
export function confirm(question: Question): Promise<boolean> {
  open.get()?.resolve(false)
  return new Promise((resolve) => open.set({ ...question, resolve }))
}

/** Answers the open question and closes the dialog. */
export function answerConfirm(yes: boolean): void {
  const asked = open.get()
  open.set(null)
  asked?.resolve(yes)
}

/** The open question; null when there is none. */
export const useConfirm = (): Question | null => open.use((question) => question)
