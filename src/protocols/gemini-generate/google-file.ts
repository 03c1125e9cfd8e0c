/** Where Google's Gemini API keeps files, whatever else stands in a name of that host. */
const GOOGLES_HOST = /generativelanguage/i

/** A file by its bare name, with a version or without. */
const BARE = /^\s*\/*(?:(?:v1|v1beta|v1alpha)\/)?files\//i

const FOLDER = /(?:^|\/)files\//i
const ID = /^([^/?#:]+)(?:\/?$|[?#:][^/]*$)/

/** The host of an address, whose name may end in the dot of the root. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/**
 * The id of the file of Google's that an address names (wire.md §1.6); null for one that lies elsewhere. Whatever lies at a host of
 * the Gemini API is taken for such a file, by all of its address where no id can be made out: it is then nobody's.
 */
export function googleFileIn(address: string, hosts: ReadonlySet<string>): string | null {
  const url = URL.parse(address)
  const host = url && hostOf(url)
  if (host ? !GOOGLES_HOST.test(host) && !hosts.has(host) : !isBare(address, hosts)) return null
  const [, named = '', ...others] = (url ? url.pathname : address).split(FOLDER)
  // Of two names the vendor might read another than was looked up.
  return (others.length === 0 && ID.exec(named)?.[1]) || address
}

/** Whether an address without a scheme is of a file: by its bare name, or with a host before it. */
function isBare(address: string, hosts: ReadonlySet<string>): boolean {
  const text = address.toLowerCase()
  return BARE.test(text) || GOOGLES_HOST.test(text) || hosts.values().some((host) => text.includes(host))
}
