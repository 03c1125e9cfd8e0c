import { shellQuote } from '../../lib/shell-quote.ts'

/** The systems commands are written for. */
export const SYSTEMS = ['unix', 'powershell', 'cmd', 'wsl'] as const
export type System = (typeof SYSTEMS)[number]

/** What each is called, in every language alike. */
export const SYSTEM_NAMES = {
  unix: 'macOS / Linux',
  powershell: 'PowerShell',
  cmd: 'CMD',
  wsl: 'WSL',
} as const satisfies Record<System, string>

/** The system of whoever reads this; Windows is PowerShell, because that is what its terminal opens with. */
export const systemOf = (userAgent: string): System => (userAgent.includes('Windows') ? 'powershell' : 'unix')

/** Whether commands are for a POSIX shell. */
export const isPosix = (system: System): boolean => system === 'unix' || system === 'wsl'

/** A path of the home folder as the system writes it. */
export function homePath(system: System, path: string): string {
  if (isPosix(system)) return path
  const home = system === 'cmd' ? '%USERPROFILE%' : '$HOME'
  return path.replace(/^~/, home).replaceAll('/', '\\')
}

/** The commands that keep a variable for terminals to come, and, where it is not at once so, for this one. */
export function setVariable(system: System, name: string, value: string): string {
  switch (system) {
    case 'powershell': {
      const text = `'${value.replaceAll("'", "''")}'`
      return `[Environment]::SetEnvironmentVariable('${name}', ${text}, 'User')\n$env:${name} = ${text}`
    }
    case 'cmd':
      return `setx ${name} "${value}"\nset "${name}=${value}"`
    case 'unix':
    case 'wsl':
      return `export ${name}=${shellQuote(value)}`
    default:
      return system satisfies never
  }
}
