import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'

/** A kind of what is used or paid for, its colour and its share of all. */
export type Part = {
  part: 'cacheRead' | 'input' | 'cacheWrite' | 'output' | 'reasoning' | 'media' | 'pieces' | 'untold'
  colour: string
  share: number
}

/** Shares of a whole, side by side; for those who do not see it, in words. */
export function SharesBar({ parts, name }: { parts: readonly Part[]; name: string }) {
  const t = useTexts('usage')
  const format = useFormat()
  const shown = parts.filter(({ share }) => share > 0)
  const words = shown.map(({ part, share }) => `${t(`tokens.${part}`)} ${format.percent(share)}`).join(', ')
  return (
    <svg className="us-shares" role="img" aria-label={`${name}: ${words}`} width="100%" height="14">
      {shown.map(({ part, colour, share }, index) => {
        const before = shown.slice(0, index).reduce((sum, one) => sum + one.share, 0)
        return <rect key={part} x={`${before * 100}%`} width={`${share * 100}%`} height="14" fill={colour} />
      })}
    </svg>
  )
}
