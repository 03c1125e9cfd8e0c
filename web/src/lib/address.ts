/** Values of a query: one, many, or left out. */
export type QueryValues = Readonly<Record<string, unknown>>

/** The path of a call with its parameters filled in and its query behind it. */
export function addressOf(path: string, params: Readonly<Record<string, string>>, query: QueryValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => paramText(params[name] ?? ''))
  const search = queryText(query)
  return search === '' ? filled : `${filled}?${search}`
}

// A parameter must not look like one of the words that leave the bearer out (`carriesBearer`): a model may be called "x.json".
function paramText(value: string): string {
  return encodeURIComponent(value)
    .replace(/\.(?=json)/g, '%2E')
    .replace(/^(?=public|health)./, (first) => `%${first.charCodeAt(0).toString(16)}`)
}

/** Writes a query with repeated keys for lists; undefined and null are left out. */
export function queryText(query: QueryValues): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.toString()
}

const WITHOUT_BEARER = ['/public', '.json', '/health']

/** Whether a request to this path carries the access token: paths with /api/, except those with /public, .json or /health. */
export function carriesBearer(path: string): boolean {
  return path.includes('/api/') && !WITHOUT_BEARER.some((part) => path.includes(part))
}
