import { useState } from 'react'
import { useHolder } from './use-holder.ts'

/** How it stands with something that is shown once. */
export type Once = ReturnType<typeof useOnce>

/** Something that is shown once: leaving without a copy asks first. `shown` when it is there from the start. */
export function useOnce(onClose: () => void, shown = false) {
  const [copied, setCopied] = useState(!shown)
  const [asked, setAsked] = useState(false)
  // The back button too: what covers the page keeps every other way out of reach.
  useHolder({
    asks: () => false,
    holds: (from, to) => !copied && from !== to,
    stays: async () => {
      setAsked(true)
      return true
    },
  })
  const leave = () => {
    setAsked(false)
    setCopied(true)
    onClose()
  }
  return {
    copied,
    asked: asked && !copied,
    /** There is something new to copy. */
    show: () => setCopied(false),
    onCopied: () => setCopied(true),
    leave,
    mayLeave: () => (copied ? leave() : setAsked(true)),
  }
}
