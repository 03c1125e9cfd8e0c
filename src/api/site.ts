import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'

/** What the console must know before anybody signs in. */
export function siteHandlers({ site }: Deps): Pick<Handlers, 'getSite'> {
  return {
    getSite: async () => ({
      name: site.name,
      public_origin: site.publicOrigin,
      default_locale: 'zh-CN',
      version: site.version,
      build_id: site.buildId,
      sign_in: { password: true },
    }),
  }
}
