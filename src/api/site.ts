import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { logoIn } from './logo.ts'

/** What the console must know before anybody signs in. */
export function siteHandlers({ site, settings }: Deps): Pick<Handlers, 'getSite' | 'getLogo'> {
  const logo = logoIn(settings)
  return {
    getSite: async () => {
      const values = settings()
      const { 'money.cny_rate': rate, 'money.currency': currency } = values
      const path = logo.path()
      return {
        name: site.name,
        public_origin: site.publicOrigin,
        ...(path !== undefined && { logo: path }),
        default_locale: values['site.default_locale'],
        version: site.version,
        build_id: site.buildId,
        ...(rate !== '' && { cny_rate: rate }),
        // Without a rate there is no yuan to show.
        currency: rate === '' ? 'USD' : currency,
        tells_provider: values['relay.tell_provider'],
        sign_in: { password: true },
        password_min_chars: values['security.password_min_chars'],
      }
    },
    getLogo: async (call) => logo.answer(call),
  }
}
