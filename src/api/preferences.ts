import { type PreferenceChanges, type Preferences, preferences, type SavedView } from '../contract/preferences.ts'
import { sameJson } from '../core/same-json.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { parseFields } from './fields.ts'
import { activityOf } from './trail.ts'

type PreferenceHandlers = Pick<Handlers, 'getPreferences' | 'putPreferences' | 'patchPreferences'>

/** Where the furniture stands changes many times a day and is no event of the account. */
const UNTOLD: readonly string[] = ['sidebar', 'first_steps', 'density', 'views']

/** What the console remembers for a user. */
export function preferenceHandlers({ store }: Deps): PreferenceHandlers {
  return {
    getPreferences: ({ caller }) => preferencesOf(caller.user.id, store),
    putPreferences: (call) => change(call, store, () => call.body),
    patchPreferences: (call) => change(call, store, (before) => patched(before, call.body)),
  }
}

async function change(call: SignedCall, store: Deps['store'], next: (before: Preferences) => Preferences) {
  const { caller, ...facts } = call
  const { id } = caller.user
  let after: Preferences = {}
  await store.users.changePreferences(id, (kept) => {
    after = next(known(kept))
    const fields = differing(kept, after).filter((name) => !UNTOLD.includes(name))
    const activity = activityOf(facts, id, 'settings.changed', { fields: fields.join(', ') })
    return { preferences: after, trail: fields.length > 0 ? { activity } : undefined }
  })
  return after
}

function patched(before: Preferences, { views, notices, ...changes }: PreferenceChanges): Preferences {
  const merged = {
    ...merge(before, changes),
    ...(notices && { notices: merge(before.notices ?? {}, notices) }),
    ...(views && { views: viewsAfter(before, views) }),
  }
  // All notices that are taken back at once are as good as none chosen; together, views may be more than there is room for.
  return parseFields(preferences, notices === null ? { ...merged, notices: undefined } : merged)
}

/** What was and what changes, one by one; null takes away. */
function merge(before: object, changes: object): object {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
}

function viewsAfter({ views = [] }: Preferences, changes: NonNullable<PreferenceChanges['views']>): SavedView[] {
  const byName = new Map(views.map((view) => [view.name, view]))
  for (const { name, search } of changes) {
    byName.delete(name)
    if (search !== null) byName.set(name, { name, search })
  }
  return [...byName.values()]
}

/** What is kept and still means something: a value that an older console wrote in another form is left out. */
export async function preferencesOf(userId: string, store: Deps['store']): Promise<Preferences> {
  return known(await store.users.preferences(userId))
}

function known(kept: Readonly<Record<string, unknown>>): Preferences {
  const read = Object.entries(preferences.shape).flatMap(([name, form]) => {
    const value = form.safeParse(kept[name])
    return value.success && value.data !== undefined ? [[name, value.data] as const] : []
  })
  return preferences.parse(Object.fromEntries(read))
}

function differing(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !sameJson(before[name], after[name]))
}
