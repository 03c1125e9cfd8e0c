// Order matters: every browser claims to be several others.
const BROWSERS = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const

const SYSTEMS = [
  ['iPadOS', /iPad/],
  ['iOS', /iPhone/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const

/** Browser and system of a user agent, `Chrome 156 · macOS`; null when neither is known. */
export function deviceOf(agent: string): string | null {
  const browser = BROWSERS.flatMap(([name, at]) => {
    const version = at.exec(agent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = SYSTEMS.find(([, at]) => at.test(agent))?.[0]
  const known = [browser, system].filter((part) => part !== undefined)
  return known.length === 0 ? null : known.join(' · ')
}

/** The device of a user agent, else the program that named itself; null when it said nothing. */
export function deviceName(agent: string): string | null {
  return deviceOf(agent) ?? (agent.split(/[\s/]/, 1)[0] || null)
}
