/** A number with its unit set smaller; of minutes and seconds both are numbers. */
export function Figure({ text }: { text: string }) {
  const [, number = text, unit = ''] = /^([−<$\d.,%—]+(?:\s\p{L}+\s\d+)?)\s*(.*)$/u.exec(text) ?? []
  return (
    <>
      {number}
      {unit !== '' && <small>{unit}</small>}
    </>
  )
}
