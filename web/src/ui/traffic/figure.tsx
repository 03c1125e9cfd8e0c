/** A number with its unit set smaller. */
export function Figure({ text }: { text: string }) {
  const [, number = text, unit = ''] = /^([−<$\d.,%—]+)\s*(.*)$/u.exec(text) ?? []
  return (
    <>
      {number}
      {unit !== '' && <small>{unit}</small>}
    </>
  )
}
