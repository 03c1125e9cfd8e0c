import { Boxes, Clock, Hash, KeyRound, Layers, SlidersHorizontal, UserRound, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { recents, type Recent } from '../../lib/palette/recent.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useLater } from '../../lib/use-later.ts'
import type { Entry, Group } from './entry.ts'
import { readAsked, resultsOf, type Asked, type Section } from './results.ts'
import { useActions } from './use-actions.ts'
import { useObjects, type Objects } from './use-objects.tsx'
import { usePlaces } from './use-places.ts'

const PAUSE_MS = 150

/** What the palette shows for what was typed. */
export function useResults(typed: string): { asked: Asked; sections: readonly Section[]; objects: Objects } {
  const asked = readAsked(typed)
  const { pages, elsewhere } = usePlaces()
  const actions = useActions()
  const admin = isAdmin(useUser())
  // Questions to the server wait until the typing rests; what is known here answers at once.
  const later = readAsked(useLater(typed, PAUSE_MS))
  const looked = later.text !== ''
  const objects = useObjects({
    text: later.text,
    users: later.mode === 'users' || (later.mode === 'all' && looked),
    others: later.mode === 'all' && looked,
  })
  const requests = useRequests(asked)
  const begun = asked.text !== ''
  const here = [...pages, ...(begun ? elsewhere : []), ...actions]
  const known = [...here, ...(begun || asked.mode === 'users' ? objects.entries : [])]
  const lately = useRecents(known)
  const entries = [...lately, ...known, ...requests].filter((entry) => admin || !leadsToAdmins(entry))
  return { asked, sections: resultsOf(entries, asked), objects }
}

// What an administrator opened lately may be closed to them by now.
const leadsToAdmins = (entry: Entry): boolean => 'href' in entry && entry.href.startsWith('/admin')

const ICONS: Readonly<Record<string, LucideIcon>> = {
  keys: KeyRound,
  models: Layers,
  users: UserRound,
  providers: Boxes,
  settings: SlidersHorizontal,
  requests: Hash,
}

const KINDS = [
  'pages',
  'keys',
  'models',
  'users',
  'providers',
  'settings',
  'requests',
] as const satisfies readonly Group[]

function useRecents(known: readonly Entry[]): Entry[] {
  const t = useTexts('palette')
  const format = useFormat()
  const [kept] = useState(recents)
  return kept.map((recent: Recent): Entry => {
    const now = known.find(({ id }) => id === recent.id)
    const kind = KINDS.find((one) => one === recent.kind)
    const words = [kind && t(`kind.${kind}`), format.relative(new Date(recent.at).toISOString())]
    return {
      icon: ICONS[recent.kind] ?? Clock,
      title: recent.title,
      ...now,
      id: recent.id,
      href: recent.href,
      group: 'recent',
      hint: words.filter(Boolean).join(' · '),
      after: null,
    }
  })
}

const WHOLE_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The request an id names, or the list of those a part of an id is found in. */
function useRequests({ mode, text }: Asked): Entry[] {
  const t = useTexts('palette')
  const page = `${BASE_PATHS[useScope()]}/usage?tab=requests`
  if (mode !== 'requests' || text === '') return []
  const whole = WHOLE_ID.test(text)
  return [
    {
      id: `request:${text}`,
      group: 'requests',
      icon: Hash,
      title: t(whole ? 'request.open' : 'request.search', { id: text }),
      hint: t('request.hint'),
      answers: text,
      href: `${page}&${whole ? 'req' : 'q'}=${encodeURIComponent(text)}`,
    },
  ]
}
