import { isPaletteKey, isSingleKey } from '../lib/single-key.ts'

/** More than this nobody means while a page comes, and nothing older: whoever waited longer has given it up. */
const MOST = 8
const KEPT_MS = 3000

/** Keeps the keys that nobody follows yet, until the answer is called; with true it presses them once more, for who follows them by then. */
export function keepKeys(): (again: boolean) => void {
  let kept: KeyboardEvent[] = []
  const onKey = (event: KeyboardEvent) => {
    // A key that is held would do again and again what it does once.
    if (event.repeat || event.defaultPrevented) return
    const palette = isPaletteKey(event)
    if (!palette && !(event.key.length === 1 && isSingleKey(event))) return
    // The browser has a use of its own for the palette's key.
    if (palette) event.preventDefault()
    kept = [...kept, event].slice(-MOST)
  }
  window.addEventListener('keydown', onKey)
  return (again) => {
    window.removeEventListener('keydown', onKey)
    const fresh = again ? kept.filter(({ timeStamp }) => timeStamp > performance.now() - KEPT_MS) : []
    for (const { key, ctrlKey, metaKey } of fresh) {
      const on = document.activeElement ?? document.body
      on.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }))
    }
  }
}
