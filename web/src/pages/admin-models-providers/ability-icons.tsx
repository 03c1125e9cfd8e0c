import { AudioLines, Braces, Brain, Database, Eye, Image, Wrench, type LucideIcon } from 'lucide-react'
import type { MODEL_ABILITIES } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'

type Ability = (typeof MODEL_ABILITIES)[number]

const ICONS = {
  vision: Eye,
  tools: Wrench,
  reasoning: Brain,
  cache: Database,
  structured_output: Braces,
  audio_in: AudioLines,
  image_out: Image,
} as const satisfies Record<Ability, LucideIcon>

/** These four keep their place in every row, so that a column can be scanned. */
const PLACED = ['vision', 'tools', 'reasoning', 'cache'] as const satisfies readonly Ability[]
const OTHERS = ['structured_output', 'audio_in', 'image_out'] as const satisfies readonly Ability[]

/** What a model can do as icons, named for screen readers and on hover. */
export function AbilityIcons({ abilities }: { abilities: readonly Ability[] }) {
  const t = useTexts('providers')
  const can = new Set(abilities)
  const shown = [...PLACED, ...OTHERS.filter((ability) => can.has(ability))]
  return (
    <span className="inline-flex items-center text-text2">
      {shown.map((ability) => (
        <span key={ability} className="inline-grid h-4.5 w-4.5 place-items-center" title={t(`ability.${ability}`)}>
          {can.has(ability) ? (
            <Icon of={ICONS[ability]} small label={t(`ability.${ability}`)} />
          ) : (
            <span aria-hidden="true" className="text-ctl">
              –
            </span>
          )}
        </span>
      ))}
      {abilities.length === 0 && <span className="sr-only">{t('modelList.no')}</span>}
    </span>
  )
}
