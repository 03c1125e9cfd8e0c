/** The texts of a dictionary in Chinese, each with the one that stands at the same place in English. */
export function pairsOf(chinese: unknown, english: unknown): (readonly [zh: string, en: string])[] {
  if (typeof chinese === 'string') return typeof english === 'string' ? [[chinese, english]] : []
  const other = new Map(Object.entries(Object(english)))
  return Object.entries(Object(chinese)).flatMap(([key, value]) => pairsOf(value, other.get(key)))
}

/** Names of the console in brackets, such as `Users → View as user (用户 → 以用户视角查看)`, one by one, each with what stands before it in its line. */
export function labelsOf(text: string): { zh: string; before: string }[] {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(/(?:\(|, )((?:API )?\p{Script=Han}[\p{Script=Han} →]*)(?=[);])/gu)].flatMap((match) => {
      const before = line.slice(0, match.index)
      return (match[1] ?? '').split(' → ').map((zh) => ({ zh, before }))
    }),
  )
}
