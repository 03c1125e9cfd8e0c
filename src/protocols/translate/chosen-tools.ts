import type { Tool } from './conversation.ts'

/** Tools by their names, each with its form: what calls itself like none of those on offer is a function, and of two of one name the first counts. */
export function chosenTools(names: readonly string[], tools: readonly Tool[]): Pick<Tool, 'name' | 'form'>[] {
  const forms = new Map(tools.toReversed().map(({ name, form }) => [name, form]))
  return names.map((name) => ({ name, form: forms.get(name) ?? 'function' }))
}
