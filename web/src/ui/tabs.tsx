import { useId, type ReactNode } from 'react'
import { moveAmongTabs } from './move-among-tabs.ts'

type Props<V extends string> = {
  label: string
  tabs: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** The content of the open tab. */
  children: ReactNode
  className?: string
}

/** Tabs over the panel they switch. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children, className = '' }: Props<V>) {
  const id = useId()
  return (
    <>
      <div className={`tabs ${className}`} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onKeyDown={moveAmongTabs}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </>
  )
}
