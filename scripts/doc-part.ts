/** A page with what stands between the marks of a part written anew; throws when it has no place for that. */
export function withPart(page: string, { name, script }: { name: string; script: string }, text: string): string {
  const [begin, end] = [`<!-- ${name}: written by scripts/${script} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no place between ${begin} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}
