const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A size in bytes with the unit that leaves it below 1024. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log2(size) / 10))
  const value = size / 1024 ** step
  return `${step === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)}\u00a0${UNITS[step] ?? ''}`
}
