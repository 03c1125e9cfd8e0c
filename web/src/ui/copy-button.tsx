import { Check, Copy, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button, type ButtonProps } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 2000
const FACES = { copied: Check, failed: X } as const

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  text: string
  /** What is copied, for the name of a button without words. */
  what?: string
  children?: ReactNode
  onCopied?: () => void
}

/** Copies a text, and says so in the button and to screen readers. */
export function CopyButton({ text, what, children, onCopied, ...rest }: Props) {
  const t = useTexts('ui')
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    const done = await copyText(text)
    setSaid(done ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(null), SHOWN_MS)
    if (done) onCopied?.()
  }
  const label = what === undefined ? t('copy.copy') : t('copy.what', { what })
  const hover = said === 'failed' ? t('copy.failed') : label
  return (
    <Button
      kind="ghost"
      small
      icon={children === undefined}
      {...(children === undefined && { 'aria-label': label, title: hover })}
      {...rest}
      onClick={() => void copy()}
    >
      <Icon of={said === null ? Copy : FACES[said]} small className={said === 'failed' ? 'err' : ''} />
      {children !== undefined && (said === null ? children : t(`copy.${said}`))}
      <output className="vh">{said === null ? '' : t(`copy.${said}`)}</output>
    </Button>
  )
}
