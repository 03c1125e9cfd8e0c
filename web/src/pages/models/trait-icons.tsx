import { Binary, Brain, Database, Eye, Image, ScrollText, Wrench, type LucideIcon } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { has, TRAITS, type Trait } from './traits.ts'

/** The icon of each trait. */
export const TRAIT_ICONS: Record<Trait, LucideIcon> = {
  vision: Eye,
  tools: Wrench,
  reasoning: Brain,
  long: ScrollText,
  cache: Database,
  image: Image,
  embedding: Binary,
}

/** These keep their place in every row, so that a column can be scanned. */
const PLACED = ['vision', 'tools', 'reasoning', 'long', 'cache'] as const satisfies readonly Trait[]
const OTHERS = ['image', 'embedding'] as const satisfies readonly Trait[]

/** What a model can do as icons, named on hover and for screen readers. */
export function TraitIcons({ model }: { model: OfferedModel }) {
  const t = useTexts('models')
  const others = OTHERS.filter((trait) => has(model, trait))
  const places = others.length > 0 ? [...others, ...PLACED.filter((trait) => has(model, trait))] : PLACED
  return (
    <span className="ml-traits">
      {places.map((trait) => (
        <span key={trait} {...(has(model, trait) && { title: t(`trait.${trait}`) })}>
          {has(model, trait) && <Icon of={TRAIT_ICONS[trait]} small label={t(`trait.${trait}`)} />}
        </span>
      ))}
    </span>
  )
}

/** What a model can do as words. */
export function TraitTags({ model }: { model: OfferedModel }) {
  const t = useTexts('models')
  return TRAITS.filter((trait) => has(model, trait)).map((trait) => (
    <Tag key={trait}>
      <Icon of={TRAIT_ICONS[trait]} small />
      {t(`trait.${trait}`)}
    </Tag>
  ))
}
