import type { Dialect } from '../core/protocol.ts'

const PATHS = {
  openai: '/models',
  anthropic: '/v1/models?limit=1000',
  gemini: '/v1beta/models?pageSize=1000',
} as const satisfies Record<Dialect, string>

/** The path, appended to an endpoint's base URL, that lists its models. */
export function modelsPath(dialect: Dialect): string {
  return PATHS[dialect]
}

/** The model names in an upstream's list of any dialect, each once; empty when it is no such list. */
export function modelNames(list: unknown): string[] {
  if (typeof list !== 'object' || list === null) return []
  // Some compatible servers answer with the bare array; Gemini calls it `models` and prefixes every name.
  const rows = Array.isArray(list) ? list : ((list as Rows).data ?? (list as Rows).models)
  if (!Array.isArray(rows)) return []
  return [...new Set(rows.map(nameOf).filter((name) => name !== ''))]
}

type Rows = { data?: unknown; models?: unknown }

function nameOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return ''
  const { id, name } = row as { id?: unknown; name?: unknown }
  if (typeof id === 'string') return id
  return typeof name === 'string' ? name.replace(/^models\//, '') : ''
}
