type Props = {
  /** Each figure with its word; undefined while they are on their way. */
  facts: readonly Fact[] | undefined
}

/** `lead`: the word comes first. */
type Fact = readonly [figure: string, word: string, lead?: 'lead']

/** What all rows of a list are together, in one line under the title. */
export function FactLine({ facts }: Props) {
  return (
    <p className="row wrap min-h-5.5 gap-x-5! gap-y-1! text-cell">
      {facts?.map(([figure, word, lead]) => (
        <span key={word} className="t2 nw">
          {lead && `${word} `}
          <b className="n text-text">{figure}</b>
          {!lead && ` ${word}`}
        </span>
      ))}
    </p>
  )
}
