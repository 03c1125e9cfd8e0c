import { chunksInFlight, reloadPage } from './load-chunk.ts'

// What the browsers say when a module or its style sheet cannot be fetched.
const CHUNK_MESSAGES =
  /dynamically imported module|importing a module script failed|module script|preload CSS|ChunkLoadError/i

const isChunkFailure = (reason: unknown): boolean => reason instanceof Error && CHUNK_MESSAGES.test(reason.message)

/** Logs and swallows errors nobody caught, so that none of them costs the session; a failed module load reloads the page. */
export function swallowGlobalErrors(): void {
  window.addEventListener('error', (event) => {
    console.error('uncaught', event.error ?? event.message)
    event.preventDefault()
    if (isChunkFailure(event.error)) reloadUnlessRetrying()
  })
  window.addEventListener('unhandledrejection', (event) => {
    console.error('unhandled', event.reason)
    event.preventDefault()
    if (isChunkFailure(event.reason)) reloadUnlessRetrying()
  })
  // Vite says this before the import fails for its caller. Preventing it would make the import answer undefined, so it is only heard.
  window.addEventListener('vite:preloadError', reloadUnlessRetrying)
}

function reloadUnlessRetrying(): void {
  if (!chunksInFlight()) reloadPage()
}
