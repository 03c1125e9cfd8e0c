import { many, one, type Search } from '../../lib/search-params.ts'
import { readRange, type TimeRange } from '../../lib/time-range.ts'

/** The classes of acts: each is how the names of its acts begin. */
export const CLASSES = [
  'user',
  'key',
  'balance',
  'group',
  'model',
  'price',
  'provider',
  'credential',
  'settings',
  'announcement',
  'channel',
  'backup',
  'audit',
  'session',
  'request',
  'server',
] as const
type ActClass = (typeof CLASSES)[number]

/** What an act may be done to. */
export const TARGETS = [
  'user',
  'key',
  'group',
  'model',
  'price',
  'provider',
  'credential',
  'settings',
  'announcement',
  'channel',
  'database',
  'request',
  'audit',
  'server',
] as const
type TargetKind = (typeof TARGETS)[number]

/** What became of an act; `refused`: tried and not let through, such as a token used a second time. */
export const OUTCOMES = ['done', 'refused'] as const
type Outcome = (typeof OUTCOMES)[number]

/** What the list is filtered by; `range` undefined: whenever. */
type AuditFilter = {
  q: string
  /** Ids of users. */
  actors: readonly string[]
  targetId: string | undefined
  classes: readonly ActClass[]
  targets: readonly TargetKind[]
  outcomes: readonly Outcome[]
  range: TimeRange | undefined
}

/** Reads the filter of an address; acts stand there as the API takes them, with a dot at the end. */
export function readFilter(search: Search): AuditFilter {
  const acts = many(search, 'action')
  const [targets, outcomes] = [many(search, 'target'), many(search, 'outcome')]
  return {
    q: one(search, 'q') ?? '',
    actors: many(search, 'actor'),
    targetId: one(search, 'target_id'),
    classes: CLASSES.filter((name) => acts.includes(`${name}.`)),
    targets: TARGETS.filter((kind) => targets.includes(kind)),
    outcomes: OUTCOMES.filter((outcome) => outcomes.includes(outcome)),
    range: readRange({ range: one(search, 'range'), from: one(search, 'from'), to: one(search, 'to') }),
  }
}

/** The filter, its time aside, as the API is asked; what is not filtered by is left out. */
export function filterQuery({ q, actors, targetId, classes, targets, outcomes }: AuditFilter) {
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(actors.length > 0 && { actor: [...actors] }),
    ...(targetId !== undefined && { target_id: targetId }),
    ...(classes.length > 0 && { action: classes.map((name) => `${name}.`) }),
    ...(targets.length > 0 && { target: [...targets] }),
    ...(outcomes.length > 0 && { outcome: [...outcomes] }),
  }
}

/** Takes the time out of the address. */
export const NO_TIME = { range: null, from: null, to: null } as const
/** Takes every filter out of the address, its time too. */
export const NO_FILTER = {
  ...NO_TIME,
  q: null,
  actor: null,
  target_id: null,
  action: null,
  target: null,
  outcome: null,
} as const
