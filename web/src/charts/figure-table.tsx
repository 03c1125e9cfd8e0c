type Props = {
  /** Says what the table shows; for screen readers. */
  caption: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The figures of a chart in rows. */
export function FigureTable({ caption, heads, rows }: Props) {
  return (
    <table className="tbl">
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            // Two keys may be called the same, and so may the hour that daylight saving repeats: only places are unique.
            <th key={index} scope="col" className={index === 0 ? undefined : 'r'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures], at) => (
          <tr key={at}>
            <th scope="row" className="n">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={index} className="r">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
