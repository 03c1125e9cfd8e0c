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
            <th key={head} scope="col" className={index === 0 ? undefined : 'r'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row" className="n">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={heads[index + 1]} className="r">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
