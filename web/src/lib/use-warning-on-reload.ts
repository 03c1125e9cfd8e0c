import { useEffect } from 'react'

/** Has the browser ask before the page is left for good, which would forget what is shown once. */
export function useWarningOnReload(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [on])
}
