import { LEAST_DIFFERENT } from '../../../src/core/passwords.ts'

/** What is typed into the form, and whose password it is to be. */
export type Typed = { current: string; next: string; again: string }
type Owner = { name: string; email: string }

/** Shorter names are parts of too many words. */
const LEAST_NAME = 3

type Rule = {
  id: 'least' | 'varied' | 'fresh' | 'cases' | 'signs' | 'foreign' | 'alike'
  needed: boolean
  met: boolean
}

/** What the server asks of a new password, and what makes it stronger, each with whether it is so. */
export function rulesOf({ current, next, again }: Typed, least: number, owner: Owner): Rule[] {
  const characters = Array.from(next)
  const typed = next !== ''
  return [
    { id: 'least', needed: true, met: characters.length >= least },
    { id: 'varied', needed: true, met: new Set(characters).size >= LEAST_DIFFERENT },
    { id: 'fresh', needed: true, met: typed && next !== current },
    { id: 'alike', needed: true, met: typed && next === again },
    { id: 'cases', needed: false, met: /\p{Ll}/u.test(next) && /\p{Lu}/u.test(next) },
    { id: 'signs', needed: false, met: /[^\p{L}\s]/u.test(next) },
    { id: 'foreign', needed: false, met: typed && !tellsOwner(next, owner) },
  ]
}

function tellsOwner(password: string, { name, email }: Owner): boolean {
  const words = [...name.split(/\s+/), email.split('@')[0] ?? ''].filter((word) => word.length >= LEAST_NAME)
  return words.some((word) => password.toLowerCase().includes(word.toLowerCase()))
}

/** How many characters there are of each kind a password has. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 30],
  [/\p{Lo}/u, 2000],
] as const

/** From so many bits on it is fair, good and strong. */
const STEPS = [30, 50, 70] as const

/** 0 for none, then 1 (weak) to 4 (strong): how much there is to guess, where what repeats itself or tells its owner counts less. */
export function strengthOf(password: string, owner: Owner): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const characters = Array.from(password)
  const kinds = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0)
  const told = Math.min(characters.length, 2 * new Set(characters).size)
  const bits = told * Math.log2(kinds)
  const level = 1 + STEPS.filter((step) => bits >= step).length
  return Math.max(1, tellsOwner(password, owner) ? level - 2 : level) as 1 | 2 | 3 | 4
}
