import { useTexts } from '../../i18n/use-texts.ts'
import { QUICK_RATES, type QuickPrice, type QuickRate } from './picks.ts'

type Props = { price: QuickPrice; bad: boolean; onType: (rate: QuickRate, text: string) => void }

/** The inputs of the rates that most prices have, side by side in a grid of their parent's. */
export function QuickRates({ price, bad, onType }: Props) {
  const t = useTexts('providers')
  return QUICK_RATES.map((rate) => (
    <label key={rate} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <span className="t3">{t(`model.rate.${rate}`)}</span>
      <span className={`in n ${bad ? 'bad' : ''}`}>
        <span className="t3" aria-hidden="true">
          $
        </span>
        <input
          inputMode="decimal"
          autoComplete="off"
          className="text-right"
          value={price[rate]}
          onChange={(event) => onType(rate, event.target.value)}
        />
      </span>
    </label>
  ))
}
