import { Link } from '@tanstack/react-router'
import { OTHERS_COLOUR } from './palette.ts'
import './charts.css'

/** One line of a ranking: its exact words, and its length as a share of 1. */
export type RankRow = {
  id: string | null
  name: string
  words: string
  share: number
  colour: string
  /** Where the row leads. */
  link?: { to: string; search: object } | undefined
}

/** A ranking as names over bars; rows with an address lead there. */
export function RankBars({ rows }: { rows: readonly RankRow[] }) {
  const longest = Math.max(...rows.map((row) => row.share), 0)
  return (
    <ol className="rank">
      {rows.map((row) => (
        <li key={row.id ?? OTHERS_COLOUR}>
          {row.link === undefined ? (
            <div className="one">
              <Row row={row} longest={longest} />
            </div>
          ) : (
            <Link to={row.link.to} search={row.link.search}>
              <Row row={row} longest={longest} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function Row({ row, longest }: { row: RankRow; longest: number }) {
  return (
    <>
      <span className="row">
        <span className="el" title={row.name}>
          {row.name}
        </span>
        <span className="sp" />
        <span className="n nw">{row.words}</span>
      </span>
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${longest > 0 ? (row.share / longest) * 100 : 0}%`, background: row.colour }} />
      </span>
    </>
  )
}
