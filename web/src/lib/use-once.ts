import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

/** Something that is shown once: leaving without a copy asks first. `shown` when it is there from the start. */
export function useOnce(onClose: () => void, shown = false) {
  const [copied, setCopied] = useState(!shown)
  const [asked, setAsked] = useState(false)
  // The back button too: what covers the page keeps every other way out of reach.
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const held = current.pathname !== next.pathname
      if (held) setAsked(true)
      return held
    },
    enableBeforeUnload: false,
    disabled: copied,
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
