import { useEffect, useRef, useState } from 'react'

/** The text of a search box that is kept in the address: it lives here too, because the address follows a moment later and the caret must not wait. */
export function useFilterText(inAddress: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const written = useRef<readonly string[]>([inAddress])
  useEffect(() => {
    const own = written.current.indexOf(inAddress)
    written.current = own === -1 ? [inAddress] : written.current.slice(own)
    // Somebody else changed it: a link, the back button.
    if (own === -1) setText(inAddress)
  }, [inAddress])
  return [
    text,
    (next) => {
      if (next !== text) written.current = [...written.current, next]
      setText(next)
      write(next)
    },
  ]
}
