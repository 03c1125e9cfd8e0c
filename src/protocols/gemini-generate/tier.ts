import { type Addressee } from '../translate/codec.ts'

/** What is served when nothing is said. */
const STANDARD = 'standard'
/** Google's words for the tiers of others; any other word leaves the choice to Google. */
const TIERS: ReadonlyMap<string, string> = new Map([
  ['default', STANDARD],
  ['standard', STANDARD],
  ['standard_only', STANDARD],
  ['flex', 'flex'],
  ['priority', 'priority'],
])

/** The words of others for Google's tiers. */
export function tierOf(tier: string | null): string | null {
  const word = tier?.toLowerCase() ?? 'unspecified'
  if (word === 'unspecified') return null
  return word === STANDARD ? 'default' : word
}

/** The tier to ask Google for, and whether one is left out that makes a difference. */
export function tierFor(
  tier: string | null,
  { quirks }: Pick<Addressee, 'quirks'>,
): { word: string | null; isLost: boolean } {
  const asked = tier === null ? undefined : TIERS.get(tier)
  const word = quirks.noTier ? null : (asked ?? null)
  return { word, isLost: tier !== null && tier !== 'auto' && word === null && asked !== STANDARD }
}
