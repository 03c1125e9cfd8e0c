import { type Preferences, preferences } from '../contract/preferences.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { activityOf } from './trail.ts'

type PreferenceHandlers = Pick<Handlers, 'getPreferences' | 'putPreferences'>

/** Where the furniture stands changes many times a day and is no event of the account. */
const UNTOLD: readonly string[] = ['sidebar', 'first_steps', 'density', 'views']

/** What the console remembers for a user. */
export function preferenceHandlers({ store }: Deps): PreferenceHandlers {
  return {
    getPreferences: ({ caller }) => preferencesOf(caller.user.id, store),
    putPreferences: async ({ caller, body, ...call }) => {
      const { id } = caller.user
      const fields = differing(await store.users.preferences(id), body).filter((name) => !UNTOLD.includes(name))
      const activity = activityOf(call, id, 'settings.changed', { fields: fields.join(', ') })
      await store.users.putPreferences(id, body, fields.length > 0 ? { activity } : undefined)
      return body
    },
  }
}

/** What is kept and still means something: a value that an older console wrote in another form is left out. */
export async function preferencesOf(userId: string, store: Deps['store']): Promise<Preferences> {
  const kept = await store.users.preferences(userId)
  const known = Object.entries(preferences.shape).flatMap(([name, form]) => {
    const read = form.safeParse(kept[name])
    return read.success && read.data !== undefined ? [[name, read.data] as const] : []
  })
  return preferences.parse(Object.fromEntries(known))
}

function differing(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
