import { TUTORIAL_CLIENTS } from '../contract/settings-tutorial.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { offeringTo } from './offering.ts'

/** What the tutorial is filled with, as the operator wants it. */
export function tutorialHandlers(deps: Deps): Pick<Handlers, 'getTutorial'> {
  return {
    getTutorial: async (call) => {
      const { publicOrigin } = deps.site
      const settings = deps.settings()
      const hidden = settings['tutorial.hidden_clients']
      const usable = new Set((await offeringTo(call.caller.user, deps)).models.map(({ id }) => id))
      const suggested = Object.entries(settings['tutorial.models']).filter(([, model]) => usable.has(model))
      return {
        base_urls: { openai: `${publicOrigin}/v1`, anthropic: publicOrigin, gemini: publicOrigin },
        clients: TUTORIAL_CLIENTS.filter((client) => !hidden.includes(client)),
        models: Object.fromEntries(suggested),
        note: settings['tutorial.note'],
      }
    },
  }
}
