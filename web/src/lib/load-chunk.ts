/** A chunk that could not be loaded although the page has just been reloaded for it. */
export class ChunkFailed extends Error {
  constructor(cause: unknown) {
    super('a part of the console could not be loaded', { cause })
    this.name = 'ChunkFailed'
  }
}

/** The waits after the first, second and third failure; the fourth reloads the page. */
const WAITS_MS = [1000, 2000, 1000] as const
const RELOAD_PAUSE_MS = 60_000
const RELOADED_AT = 'ym.reloaded'

let inFlight = 0

/** Whether some chunk is being asked for with retries, so that its failures are nobody else's business. */
export const chunksInFlight = (): boolean => inFlight > 0

/** Loads a chunk with 3 retries; when all fail it reloads the page and never answers, or throws `ChunkFailed` if that was just done. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  inFlight += 1
  try {
    return await retrying(load)
  } catch (cause) {
    if (!reloadPage()) throw new ChunkFailed(cause)
  } finally {
    inFlight -= 1
  }
  // The page is going away: an error screen would only flash.
  return new Promise(() => {})
}

/** Loads a chunk before it is wanted, once and quietly: where it does not come, whoever wants it asks again. */
export async function warmChunk(load: () => Promise<unknown>): Promise<void> {
  inFlight += 1
  await load().catch(() => null)
  inFlight -= 1
}

async function retrying<T>(load: () => Promise<T>): Promise<T> {
  for (const [failure, waitMs] of WAITS_MS.entries()) {
    try {
      return await load()
    } catch {
      if (failure === 1) await clearCaches()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return load()
}

async function clearCaches(): Promise<void> {
  // Absent without a secure context; a cache that will not go must not end the retries.
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  await Promise.allSettled(names.map((name) => caches.delete(name)))
}

/** Reloads with a timestamp against caches, at most once a minute for a path; answers whether it does. */
export function reloadPage(): boolean {
  const now = Date.now()
  const key = `${RELOADED_AT}:${location.pathname}`
  const before = Number(sessionStorage.getItem(key) ?? 0)
  if (now - before < RELOAD_PAUSE_MS) return false
  sessionStorage.setItem(key, String(now))
  const url = new URL(location.href)
  url.searchParams.set('_t', String(now))
  location.replace(url.href)
  return true
}
