import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { toast, TOAST_TICK_MS, useToasts, type Toast, type ToastVariant } from '../lib/toast.ts'
import { Icon } from './icon.tsx'

const LOOKS = {
  success: { tone: 'ok', icon: CircleCheck, role: 'status' },
  info: { tone: 'info', icon: Info, role: 'status' },
  warning: { tone: 'warn', icon: TriangleAlert, role: 'alert' },
  error: { tone: 'err', icon: CircleX, role: 'alert' },
} as const satisfies Record<ToastVariant, { tone: string; icon: LucideIcon; role: string }>

/** The messages at the top right; their time stands still while one is pointed at or focused. */
export function Toasts() {
  const t = useTexts('common')
  const toasts = useToasts()
  const some = toasts.length > 0
  useEffect(() => {
    if (!some) return
    const ticking = setInterval(() => toast.tick(), TOAST_TICK_MS)
    return () => clearInterval(ticking)
  }, [some])
  return (
    <section
      className="toasts"
      aria-label={t('toasts')}
      // Each message has a role that is live by itself; this only keeps an open drawer from hiding them all.
      aria-live="off"
      onPointerEnter={() => toast.pause(true)}
      onPointerLeave={() => toast.pause(false)}
    >
      {toasts.map((one) => (
        <Message key={one.id} toast={one} close={t('close')} />
      ))}
    </section>
  )
}

function Message({
  toast: { id, variant, title, message, action, left, duration },
  close,
}: {
  toast: Toast
  close: string
}) {
  const { tone, icon, role } = LOOKS[variant]
  const act = () => {
    toast.close(id)
    action?.run()
  }
  return (
    <div className={`toast ${tone}`} role={role} data-variant={variant}>
      <Icon of={icon} />
      <div className="x sp">
        <div className="b">{title}</div>
        {message !== undefined && <div className="t2">{message}</div>}
      </div>
      {action !== undefined && (
        <button type="button" className="link nw" onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" className="tx" aria-label={close} onClick={() => toast.close(id)}>
        <Icon of={X} small />
      </button>
      <span className="tp" style={{ transform: `scaleX(${left / duration})` }} />
    </div>
  )
}
