/** The colours a state may have. */
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'none'

/** A coloured dot; decorative: a word says the same beside it. `ring` is hollow, `pulse` is alive. */
export function Dot({
  tone = 'none',
  ring = false,
  pulse = false,
}: {
  tone?: Tone | 'acc'
  ring?: boolean
  pulse?: boolean
}) {
  return <i aria-hidden="true" className={`dot ${tone} ${ring ? 'ring' : ''} ${pulse ? 'pulse' : ''}`} />
}
