import { store } from './store.ts'

/** How a message looks and how long it stays; `error` and `warning` are read out at once. */
export type ToastVariant = 'success' | 'error' | 'warning' | 'info'
/** A link in the message; pressing it closes the message. */
export type ToastAction = { label: string; run: () => void }
/** A message at the top right; the newest four are in the memory of the page, and a reload forgets them. */
export type Toast = {
  id: number
  variant: ToastVariant
  title: string
  message?: string
  action?: ToastAction
  /** How long it stays, in milliseconds. */
  duration: number
  /** How much of that time is left. */
  left: number
}

/** How long each kind of toast stays. */
export const TOAST_MS = { success: 5000, info: 5000, error: 8000, warning: 8000 } as const satisfies Record<
  ToastVariant,
  number
>
/** The progress bar moves this often. */
export const TOAST_TICK_MS = 200
const MAX_TOASTS = 4

const shown = store<readonly Toast[]>([])
let paused = false
let nextId = 1

function show(next: readonly Toast[]): void {
  shown.set(next)
  if (next.length === 0) paused = false
}

function add(variant: ToastVariant, title: string, message?: string, action?: ToastAction): number {
  const id = nextId
  nextId += 1
  const duration = TOAST_MS[variant]
  const extra = { ...(message === undefined ? {} : { message }), ...(action === undefined ? {} : { action }) }
  show([{ id, variant, title, duration, left: duration, ...extra }, ...shown.get()].slice(0, MAX_TOASTS))
  return id
}

/** Shows a message at the top right; answers its id. */
export const toast = {
  success: (title: string, message?: string, action?: ToastAction): number => add('success', title, message, action),
  error: (title: string, message?: string, action?: ToastAction): number => add('error', title, message, action),
  warning: (title: string, message?: string, action?: ToastAction): number => add('warning', title, message, action),
  info: (title: string, message?: string, action?: ToastAction): number => add('info', title, message, action),
  close(id: number): void {
    const others = shown.get().filter((one) => one.id !== id)
    if (others.length < shown.get().length) show(others)
  },
  /** Takes `TOAST_TICK_MS` off the time of all toasts; called by whoever shows them, as often as that. */
  tick(): void {
    // Looked at, and not told by events: none comes of a focus that goes with the message it was in.
    const focused = document.activeElement?.closest('.toasts')
    if (paused || focused || document.hidden) return
    const later = shown.get().map((one) => ({ ...one, left: one.left - TOAST_TICK_MS }))
    show(later.filter((one) => one.left > 0))
  },
  /** Holds the time of all toasts while one is pointed at; the focus in one holds it by itself. */
  pause(on: boolean): void {
    paused = on
  },
}

/** The toasts to show, newest first. */
export const useToasts = (): readonly Toast[] => shown.use((toasts) => toasts)
