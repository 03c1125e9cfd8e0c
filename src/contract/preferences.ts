import { z } from 'zod'
import { CHANNELS, NOTICES } from '../core/notices.ts'
import { endpoint } from './endpoint.ts'
import { modelId } from './models.ts'
import { RANGES } from './ranges.ts'

/** A set of filters with a name; `search` is the query of the page it was saved on. */
const savedView = z.strictObject({
  name: z.string().trim().min(1).max(40),
  search: z.string().max(2000),
})
export type SavedView = z.infer<typeof savedView>

const ways = z.array(z.enum(CHANNELS)).max(CHANNELS.length)

/** What the console remembers for a user; whatever is left out is as the console comes. */
export const preferences = z
  .strictObject({
    density: z.enum(['comfortable', 'compact']),
    sidebar: z.enum(['open', 'narrow']),
    /** The card of the first steps on the dashboard. */
    first_steps: z.enum(['open', 'folded']),
    hour_cycle: z.enum(['h23', 'h12']),
    week_start: z.enum(['monday', 'sunday']),
    /** What money is shown in; every amount stays one of US dollars. */
    currency: z.enum(['USD', 'CNY']),
    /** Tokens as 1.25M or as 1,250,000. */
    tokens: z.enum(['compact', 'full']),
    /** Large counts in thousands and millions, or in 万 and 亿. */
    counts: z.enum(['thousands', 'myriads']),
    /** Whether single keys do something. */
    shortcuts: z.boolean(),
    range: z.enum(RANGES),
    model: modelId,
    /** The ways each notice takes. */
    notices: z.partialRecord(z.enum(NOTICES), ways),
    views: z.array(savedView).max(30),
  })
  .partial()
export type Preferences = z.infer<typeof preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/users/me/preferences',
  who: 'user',
  summary: 'What the console remembers for the signed-in user.',
  answer: preferences,
})

export const putPreferences = endpoint({
  method: 'PUT',
  path: '/api/users/me/preferences',
  who: 'user',
  summary: 'Replaces what the console remembers.',
  body: preferences,
  answer: preferences,
})

type Nullable<Shape extends z.ZodRawShape> = { [K in keyof Shape]: z.ZodNullable<Shape[K]> }

function nullable<Shape extends z.ZodRawShape>(shape: Shape): Nullable<Shape> {
  return Object.fromEntries(Object.entries(shape).map(([name, form]) => [name, z.nullable(form)])) as Nullable<Shape>
}

/** What changes; null takes a choice back, of one notice too. Views are named one by one, and one whose search is null goes. */
const preferenceChanges = z.strictObject({
  ...nullable(preferences.omit({ views: true }).shape),
  notices: z.partialRecord(z.enum(NOTICES), ways.nullable()).nullable().optional(),
  views: z
    .array(savedView.extend({ search: savedView.shape.search.nullable() }))
    .max(30)
    .optional(),
})
export type PreferenceChanges = z.infer<typeof preferenceChanges>

export const patchPreferences = endpoint({
  method: 'PATCH',
  path: '/api/users/me/preferences',
  who: 'user',
  summary:
    'Changes what it names of what the console remembers, and leaves the rest, which another device may have changed, alone.',
  body: preferenceChanges,
  answer: preferences,
})
