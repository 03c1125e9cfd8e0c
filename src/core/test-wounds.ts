import fc from 'fast-check'

/** What stands somewhere, once or instead of what is there. */
const PUT = [
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '0',
  '5',
  'f',
  '+',
  '-',
  '\0',
  '\x7f',
  '\xe9',
  '#',
  '/',
  '"',
]

type Wound = [place: number, gone: number, put: string]

/** Up to three wounds of a text, and as often none. */
export const WOUNDS = fc.oneof(
  fc.constant<Wound[]>([]),
  fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2), fc.constantFrom(...PUT)), { maxLength: 3 }),
)

/** A text with wounds: each puts something in the place of a sign or two, or between two signs. */
export function wounded(text: string, wounds: readonly Wound[]): string {
  return wounds.reduce((whole, [place, gone, put]) => {
    const at = place % whole.length
    return whole.slice(0, at) + put + whole.slice(at + gone)
  }, text)
}
