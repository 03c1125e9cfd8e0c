/** A sentence in which what stands between backticks is code. */
export function CodeWords({ text }: { text: string }) {
  const parts = text.split('`')
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="m">
        {part}
      </span>
    ),
  )
}
