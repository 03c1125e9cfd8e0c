import { useState } from 'react'

/** Something that is shown once: leaving without a copy asks first. `shown` when it is there from the start. */
export function useOnce(onClose: () => void, shown = false) {
  const [copied, setCopied] = useState(!shown)
  const [asked, setAsked] = useState(false)
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
