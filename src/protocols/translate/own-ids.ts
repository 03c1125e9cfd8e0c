import type { Message } from './conversation.ts'

/** Calls that one answer made under the same id, and how many of them have their results. */
type Made = { ids: string[]; answered: number }

/**
 * Messages in which each call has an id of its own, and each result that of its call: some servers number the calls of each
 * answer anew, or leave the ids out, and Anthropic and OpenAI refuse a conversation that went on from there.
 */
export function withOwnIds(messages: readonly Message[]): Message[] {
  const free = freeIds()
  const known = new Map<string, Made>()
  const answered = (id: string) => {
    const made = known.get(id)
    if (!made) return id
    const own = made.ids[Math.min(made.answered, made.ids.length - 1)] ?? id
    made.answered += 1
    return own
  }
  return messages.map((message) => {
    if (message.role === 'tool')
      return { ...message, results: message.results.map((one) => ({ ...one, callId: answered(one.callId) })) }
    if (message.role !== 'assistant') return message
    const here = new Map<string, Made>()
    const parts = message.parts.map((part) => {
      if (part.type !== 'call') return part
      const made = here.get(part.id) ?? { ids: [], answered: 0 }
      const id = free(part.id)
      made.ids.push(id)
      here.set(part.id, made)
      return { ...part, id }
    })
    for (const [id, made] of here) known.set(id, made)
    return { ...message, parts }
  })
}

/** Gives an id that no call has had: the one that is asked for, or one made of it. */
function freeIds(): (asked: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (asked) => {
    const name = asked || 'call'
    let id = asked
    while (id === '' || taken.has(id)) {
      const count = (counts.get(name) ?? 1) + 1
      counts.set(name, count)
      id = `${name}_${count}`
    }
    taken.add(id)
    return id
  }
}
