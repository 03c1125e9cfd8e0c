import { useSite } from '../lib/site.ts'

/** The name of the product as Latin text. */
export const PRODUCT = 'Yumen'

/** The operator's own logo, or the product's mark: a gate whose opening widens into a road. */
export function Mark({ size = 24 }: { size?: number }) {
  const { logo } = useSite()
  return logo === undefined ? <OwnMark size={size} /> : <Logo src={logo} size={size} />
}

/** The product's mark, whatever logo there is. */
export function OwnMark({ size }: { size: number }) {
  return (
    <svg className="shrink-0" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path d="M4.6 7.2 12 4.4l7.4 2.8v1.7H4.6zM6 10.2h12v9h-3.4v-3.1a2.6 2.6 0 0 0-5.2 0v3.1H6z" fill="var(--on)" />
    </svg>
  )
}

/** A logo as high as the mark; the site's name beside it says what it is. */
export function Logo({ src, size }: { src: string; size: number }) {
  return <img className="logo" src={src} alt="" style={{ height: size }} />
}

/** The name of the site as it stands beside the mark. */
export function useBrandName(): string {
  const { name } = useSite()
  return name === null || name === PRODUCT ? 'Yumen 玉门' : name
}

/** Mark and name together. */
export function Brand() {
  return (
    <div className="brand">
      <Mark />
      <span className="bn el">{useBrandName()}</span>
    </div>
  )
}
