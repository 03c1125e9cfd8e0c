import { SNIPPETS, type Snippet } from '../../lib/snippets.ts'
import { CLIENTS } from '../../lib/tutorial/clients.ts'
import { terminal, type Block, type Given, type Guide } from './guide.ts'
import { isPosix } from './systems.ts'

type Program = { id: Snippet['id']; install: string; title: string }

const OPENAI: readonly Program[] = [
  { id: 'openai-python', title: 'Python', install: 'pip install openai' },
  { id: 'openai-node', title: 'Node', install: 'npm install openai' },
]
const ANTHROPIC: readonly Program[] = [
  { id: 'anthropic-python', title: 'Python', install: 'pip install anthropic' },
  { id: 'anthropic-node', title: 'Node', install: 'npm install @anthropic-ai/sdk' },
]
const GOOGLE: readonly Program[] = [
  { id: 'google-python', title: 'Python', install: 'pip install google-genai' },
  { id: 'google-node', title: 'Node', install: 'npm install @google/genai' },
]

const sdk = (programs: readonly Program[]) => (given: Given) => ({
  install: programs.map(({ title, install }) => ({ ...terminal(install), title })),
  configure: programs.flatMap(({ id }) => blockOf(id, given)),
  verify: programs.map(({ title, id }) => ({ ...terminal(snippetOf(id)?.run?.(given) ?? ''), title })),
})

const snippetOf = (id: Snippet['id']) => SNIPPETS.find((snippet) => snippet.id === id)

function blockOf(id: Snippet['id'], given: Given): Block[] {
  const snippet = snippetOf(id)
  if (snippet === undefined) return []
  const { language, file } = snippet
  return [{ kind: 'code', title: file, language, code: snippet.write(given), file }]
}

// What Windows calls curl takes other quotes, so that the body goes in by a file.
function curl(given: Given) {
  const { origin, key, model, hello, system } = given
  const posix = SNIPPETS.find(({ id }) => id === 'curl')?.write(given) ?? ''
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: hello }] })
  const windows = `curl.exe ${origin}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d "@body.json"`
  const file = { kind: 'code', title: 'body.json', language: 'json', code: body, file: 'body.json' } as const
  return {
    install: [terminal(isPosix(system) ? 'curl --version' : 'curl.exe --version')],
    configure: isPosix(system) ? [terminal(posix)] : [file, terminal(windows)],
    verify: [],
  }
}

/** The libraries and tools of programmers. */
export const CODE_GUIDES: readonly Guide[] = [
  { id: 'openai-sdk', ...CLIENTS['openai-sdk'], write: sdk(OPENAI) },
  { id: 'anthropic-sdk', ...CLIENTS['anthropic-sdk'], write: sdk(ANTHROPIC) },
  { id: 'google-sdk', ...CLIENTS['google-sdk'], write: sdk(GOOGLE) },
  { id: 'curl', ...CLIENTS['curl'], write: curl },
]
