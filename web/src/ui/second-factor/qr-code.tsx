import { encode } from 'uqr'
import './second-factor.css'

/** Empty modules around the code, as ISO/IEC 18004 asks for: without them many cameras do not find it. */
const QUIET = 4

/** A text as a QR code: black on white in both themes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')} />
    </svg>
  )
}
