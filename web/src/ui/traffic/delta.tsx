import { NONE } from '../../lib/format.ts'

type Props = {
  /** The change in words, with its arrow. */
  text: string
  /** Whether less or more is the better news; without one it is neither. */
  better?: 'less' | 'more' | undefined
}

/** A change against the period before; coloured only where one direction is better. */
export function Delta({ text, better }: Props) {
  const direction = text.startsWith('↑') ? 'more' : text.startsWith('↓') ? 'less' : undefined
  const tone = better === undefined || direction === undefined ? 't2' : direction === better ? 'ok' : 'err'
  return <b className={`delta ${tone}`}>{text}</b>
}

/** The same before words of their own, to which a change that nobody knows would be a dash. */
export function KnownDelta(props: Props) {
  return props.text === NONE ? null : <Delta {...props} />
}
