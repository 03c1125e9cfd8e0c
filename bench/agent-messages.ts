import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** What a tool reads or writes at once. */
const PIECE = 4000

/** A conversation of a coding agent with its tools over files of this repository, in chat's form, of at least so many bytes of JSON. */
export async function agentMessages(bytes: number): Promise<object[]> {
  const files = await Promise.all(
    globSync('src/relay/**/*.ts')
      .toSorted()
      .map((path) => readFile(path, 'utf8')),
  )
  const code = files.join('\n')
  const messages: object[] = [
    { role: 'system', content: 'You are a coding agent.' },
    { role: 'user', content: 'Mend what is broken.' },
  ]
  let size = 0
  for (let turn = 0; size < bytes; turn += 1) {
    const from = (turn * PIECE) % code.length
    const pair = turnOf(`call_${turn}`, code.slice(from, from + PIECE))
    messages.push(...pair)
    size += JSON.stringify(pair).length
  }
  return messages
}

function turnOf(id: string, content: string): object[] {
  const written = { name: 'write_file', arguments: JSON.stringify({ path: 'src/door.ts', content }) }
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: written }] },
    { role: 'tool', tool_call_id: id, content },
  ]
}
