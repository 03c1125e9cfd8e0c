const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** The unit that leaves a size in bytes below 1024, and how many bytes it is. */
export function byteUnit(size: number): { name: string; size: number } {
  const step = Math.min(UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log2(size) / 10))
  return { name: UNITS[step] ?? '', size: 1024 ** step }
}

/** A size in bytes with the unit that leaves it below 1024. */
export function bytes(size: number): string {
  const unit = byteUnit(size)
  const value = size / unit.size
  return `${unit.size === 1 || value >= 99.95 ? Math.round(value) : value.toFixed(1)}\u00a0${unit.name}`
}
