type Props = {
  /** Each figure with its word; undefined while they are on their way. */
  facts: readonly (readonly [figure: string, word: string])[] | undefined
}

/** What all rows of a list are together, in one line under the title. */
export function FactLine({ facts }: Props) {
  return (
    <p className="row wrap min-h-5.5 gap-x-5! gap-y-1! text-cell">
      {facts?.map(([figure, word]) => (
        <span key={word} className="t2 nw">
          <b className="n text-text">{figure}</b> {word}
        </span>
      ))}
    </p>
  )
}
