/** What fields are called that hold a secret, in every form; a proxy has its password in its address, and a robot its token. */
const SECRET_FIELDS = ['password', 'secret', 'proxy', 'url', 'signing_key', 'token'] as const
export type SecretName = (typeof SECRET_FIELDS)[number]
/** Where a secret stands in a form: its own name comes last. */
export type SecretPath = SecretName | `${string}.${SecretName}`

/** What was typed into fields, without what nobody may keep: `lost` names the secrets that were among it. */
export function withoutSecrets(typed: object): { open: object; lost: SecretName[] } {
  const lost = new Set<string>()
  const emptied = (name: string, value: unknown): unknown => {
    if (isSecret(name)) {
      if (value) lost.add(name)
      return ''
    }
    if (Array.isArray(value)) return value.map((one) => emptied('', one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, emptied(inner, one)]))
  }
  const all = Object.entries<unknown>({ ...typed }).map(([name, value]) => ({
    name,
    value,
    open: emptied(name, value),
  }))
  // A field of the form itself that held a secret stays as it is there; one that was emptied is no secret.
  const kept = all.filter(({ name, value }) => !isSecret(name) || !value)
  return {
    open: Object.fromEntries(kept.map(({ name, open }) => [name, open])),
    lost: SECRET_FIELDS.filter((name) => lost.has(name)),
  }
}

const isSecret = (name: string): boolean => SECRET_FIELDS.some((secret) => secret === name)
