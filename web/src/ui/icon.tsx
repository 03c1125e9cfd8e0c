import type { LucideIcon } from 'lucide-react'

type Props = {
  of: LucideIcon
  /** 14 px instead of 16. */
  small?: boolean
  className?: string
  /** Names the icon when no text stands beside it. */
  label?: string
}

/** A line icon in the colour of the text around it; decorative unless labelled. */
export function Icon({ of: Glyph, small = false, className = '', label }: Props) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <Glyph className={`i ${small ? 's' : ''} ${className}`} {...named} />
}
