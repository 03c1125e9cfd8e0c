/** What can be found: its title, how the title's Han characters are spelled one by one, and other words for it. */
export type Findable = { title: string; spelled?: readonly string[]; also?: string }

/** From one index up to, not including, another. */
export type Span = readonly [from: number, to: number]

/** How well something was found (0 is best), and where: in the title, and in each syllable. */
export type Found = { rank: number; title: readonly Span[]; syllables: ReadonlyMap<number, number> }

const HAN = /\p{Script=Han}/gu

/** The places of a title's Han characters. */
export const hanPlaces = (title: string): number[] => Array.from(title.matchAll(HAN), ({ index }) => index)

/** Looks for every word of a query; null when one is missing. Nothing asked for finds everything. */
export function find(query: string, thing: Findable): Found | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const whole = words.length > 1 ? findWord(words.join(''), thing) : null
  if (whole) return whole
  const found = words.map((word) => findWord(word, thing))
  if (!found.every((one) => one !== null)) return null
  return {
    rank: Math.max(0, ...found.map((one) => one.rank)),
    title: found.flatMap((one) => one.title),
    syllables: new Map(found.flatMap((one) => [...one.syllables])),
  }
}

const NOWHERE: Pick<Found, 'title' | 'syllables'> = { title: [], syllables: new Map() }

function findWord(word: string, { title, spelled = [], also = '' }: Findable): Found | null {
  const at = title.toLowerCase().indexOf(word)
  if (at >= 0) return { ...NOWHERE, rank: at === 0 ? 0 : 1, title: [[at, at + word.length]] }
  const places = hanPlaces(title)
  for (const [first] of spelled.entries()) {
    const taken = spell(word, spelled.slice(first))
    const [from, to] = taken ? [places[first], places[first + taken.length - 1]] : []
    if (taken && from !== undefined && to !== undefined) {
      const syllables = new Map(taken.map((letters, index) => [first + index, letters]))
      return { rank: first === 0 ? 2 : 3, title: [[from, to + 1]], syllables }
    }
  }
  return also.toLowerCase().includes(word) ? { ...NOWHERE, rank: 4 } : null
}

/** Spells a word with beginnings of syllables, one after the other (`my`, `miy` and `miyao` all spell 密钥); how many letters of each were taken. */
function spell(word: string, syllables: readonly string[]): number[] | null {
  if (word === '') return []
  const [syllable, ...rest] = syllables
  if (syllable === undefined) return null
  // The longest beginning first, so that what is written out is seen as written out.
  for (let letters = Math.min(syllable.length, word.length); letters > 0; letters -= 1) {
    if (!word.startsWith(syllable.slice(0, letters))) continue
    const others = spell(word.slice(letters), rest)
    if (others) return [letters, ...others]
  }
  return null
}
