import type { Preset } from '../../../../src/contract/presets.ts'
import type { Dialect } from '../../../../src/core/protocol.ts'

/** What a vendor's addresses are made of: `{name}` in them is for the operator to fill in. */
type Template = Pick<Preset, 'endpoints' | 'hosts'>
/** An address that may have been made from a template. */
type Row = { dialect: Dialect; base_url: string }
/** What stands for each `{name}`; one that is not filled in yet is not there. */
type Filling = Readonly<Record<string, string>>

const BLANK = /\{(\w+)\}/g
const NO_HOST = /^https?:\/\/\{\w+\}(?=[/:]|$)/

/** The address a row begins with: its template, or nothing where that does not know any part of the host. */
export function firstAddress(template: string): string {
  return NO_HOST.test(template) ? '' : template
}

/** The names that are to be filled in, in order of their first use. */
export function blanksOf({ endpoints }: Template): string[] {
  const first = endpoints.map(({ base_url }) => firstAddress(base_url)).join(' ')
  return [...new Set(Array.from(first.matchAll(BLANK), ([, name = '']) => name))]
}

/** The address a new row of a dialect begins with, filled in as the others are. */
export function nextAddress(dialect: Dialect, rows: readonly Row[], template: Template): string {
  const known = template.endpoints.find((endpoint) => endpoint.dialect === dialect)
  const first = { dialect, base_url: firstAddress(known?.base_url ?? '') }
  const filling = Object.entries(fillingOf(rows, template) ?? {})
  return filling.reduce((row, blank) => ({ ...row, base_url: refilled(row, blank, template) ?? row.base_url }), first)
    .base_url
}

/** What is filled in by now, by the first address that follows its template still; undefined where none does. */
export function fillingOf(rows: readonly Row[], template: Template): Filling | undefined {
  return rows.map((row) => readFilling(row, template)).find((filling) => filling !== undefined)
}

/** The address of a row with one blank filled in anew, as an address can hold it; undefined where it is not of the template's making. */
export function refilled(row: Row, [name, value]: [string, string], template: Template): string | undefined {
  const filling = readFilling(row, template)
  const made = madeFrom(row, template)
  if (!filling || made === undefined) return undefined
  const all: Filling = { ...filling, [name]: value.replace(/[^\w.:-]/g, '') }
  const filled = made.replace(BLANK, (blank, of: string) => all[of] || blank)
  return Object.entries(template.hosts).reduce((address, [host, real]) => withHost(address, host, real), filled)
}

function readFilling(row: Row, template: Template): Filling | undefined {
  const made = madeFrom(row, template)
  if (made === undefined) return undefined
  const { hosts } = template
  const address = Object.entries(hosts).reduce((from, [host, real]) => withHost(from, real, host), row.base_url)
  const groups = patternOf(made).exec(address)?.groups
  return groups && Object.fromEntries(Object.entries(groups).filter(([name, value]) => value !== `{${name}}`))
}

function madeFrom({ dialect }: Row, { endpoints }: Template): string | undefined {
  const made = endpoints.find((endpoint) => endpoint.dialect === dialect)?.base_url
  return made !== undefined && firstAddress(made).includes('{') ? made : undefined
}

/** Matches what a template may have become; a name that comes again stands for the same. */
function patternOf(made: string): RegExp {
  const seen = new Set<string>()
  const source = made.split(/(\{\w+\})/).map((part, at) => {
    const name = part.slice(1, -1)
    if (at % 2 === 0) return RegExp.escape(part)
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>[\\w.:-]+|\\{${name}\\})`
  })
  return new RegExp(`^${source.join('')}$`)
}

function withHost(address: string, from: string, to: string): string {
  const start = `https://${from}/`
  return address.startsWith(start) ? `https://${to}/${address.slice(start.length)}` : address
}
