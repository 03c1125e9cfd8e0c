import type { Server } from './http/server.ts'
import type { Traffic } from './traffic.ts'

type SiteFacts = {
  version: string
  buildId: string
  settings: Traffic['settings']
  /** The address that the environment names. */
  named: string | undefined
}

/** What the console and messages say of this gateway. */
export type Site = ReturnType<typeof siteOf>

/** A site whose operator's settings go before where it happens to listen, which is told to it once it is known. */
export function siteOf({ version, buildId, settings, named }: SiteFacts) {
  let place: Pick<Server, 'origin' | 'everywhere'> = { origin: '', everywhere: false }
  return {
    version,
    buildId,
    listens: (server: typeof place) => void (place = server),
    get name() {
      return settings()['site.name']
    },
    get namedOrigin() {
      return settings()['site.public_origin'] || named || null
    },
    get publicOrigin() {
      return this.namedOrigin ?? place.origin
    },
    /** Where links in messages lead; null where all that is known of it is that it listens at every address. */
    get linkOrigin() {
      return this.namedOrigin ?? (place.everywhere ? null : place.origin)
    },
  }
}
