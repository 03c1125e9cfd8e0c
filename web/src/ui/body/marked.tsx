import type { Hit } from '../../lib/body/find.ts'

type Props = {
  text: string
  hits: readonly Hit[] | undefined
  /** The one that is looked at. */
  now: Hit | undefined
}

/** A text in which what was found stands out. */
export function Marked({ text, hits = [], now }: Props) {
  // What is found behind the end of a folded text is not shown yet.
  const shown = hits.filter(({ to }) => to <= text.length)
  if (shown.length === 0) return text
  return (
    <>
      {shown.map((hit, at) => (
        <span key={hit.from}>
          {text.slice(shown[at - 1]?.to ?? 0, hit.from)}
          <mark {...(hit === now && { 'data-now': true })}>{text.slice(hit.from, hit.to)}</mark>
        </span>
      ))}
      {text.slice(shown.at(-1)?.to)}
    </>
  )
}
