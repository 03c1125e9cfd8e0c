/** A field of what was changed, by its path; null where there was none. */
type FieldDiff = { path: string; before: string | null; after: string | null }

/** What differs between before and after, field by field, and how many fields are the same in both. */
export function diffOf(before: unknown, after: unknown): { changed: FieldDiff[]; same: number } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
  const all = paths.map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
  const changed = all.filter((field) => field.before !== field.after)
  return { changed, same: all.length - changed.length }
}

/** The leaves of a value by their paths, as `limits[0].max`. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map(path === '' ? [] : [[path, '—']])
  if (typeof value !== 'object') return new Map([[path, typeof value === 'string' ? value : JSON.stringify(value)]])
  const inner = Array.isArray(value)
    ? value.map((child: unknown, at) => [`${path}[${at}]`, child] as const)
    : Object.entries(value).map(([name, child]) => [path === '' ? name : `${path}.${name}`, child as unknown] as const)
  if (inner.length === 0) return new Map(path === '' ? [] : [[path, Array.isArray(value) ? '[]' : '{}']])
  return new Map(inner.flatMap(([at, child]) => [...fieldsOf(child, at)]))
}
