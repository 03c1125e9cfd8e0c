import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { closeOverlay } from '../../lib/overlays.ts'
import { remember } from '../../lib/palette/recent.ts'
import { viewingNow } from '../../lib/viewing.ts'
import { isComposing } from '../../lib/single-key.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Entry } from './entry.ts'
import { Foot } from './foot.tsx'
import { optionId } from './option-id.ts'
import { Results } from './rows.tsx'
import { useResults } from './use-results.ts'
import './palette.css'

/** Finds pages, actions and objects by name, pinyin or initials, and opens or does them. The native dialog, for its focus trap. */
export function Page() {
  const t = useTexts('palette')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { asked, sections, objects } = useResults(typed)
  const entries = sections.flatMap(({ results }) => results.map(({ entry }) => entry))
  const index = Math.min(at, entries.length - 1)
  const take = useTake()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    // Keys of the palette are nobody else's; those of a word that is composed belong to the input method.
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((index + step + entries.length) % entries.length)
    }
    const entry = entries[index]
    // On a button of the palette it presses that.
    if (event.key === 'Enter' && entry && event.target === input.current) {
      event.preventDefault()
      take(entry, event.metaKey || event.ctrlKey)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      closeOverlay()
    }
  }
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) closeOverlay()
  }
  const chosen = entries[index]
  return (
    <dialog
      ref={dialog}
      className="pal"
      aria-label={t('label')}
      onKeyDown={onKeyDown}
      onMouseDown={onBackdrop}
      onClose={closeOverlay}
    >
      <Asking
        id={id}
        input={input}
        typed={typed}
        chosen={chosen}
        onType={(text) => {
          setTyped(text)
          setAt(0)
        }}
      />
      <Results
        id={id}
        asked={asked}
        sections={sections}
        chosen={chosen}
        objects={objects}
        onPoint={(entry) => setAt(entries.indexOf(entry))}
        onTake={(entry, event) => take(entry, event.metaKey || event.ctrlKey)}
        onClear={() => {
          setTyped('')
          input.current?.focus()
        }}
      />
      <Foot />
    </dialog>
  )
}

type AskingProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  typed: string
  chosen: Entry | undefined
  onType: (text: string) => void
}

function Asking({ id, input, typed, chosen, onType }: AskingProps) {
  const t = useTexts('palette')
  return (
    <div className="pi">
      <Icon of={Search} />
      <input
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(id, chosen)}
        aria-autocomplete="list"
        aria-label={t('placeholder')}
        placeholder={t('placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <Kbd className="hide">Esc</Kbd>
      <button type="button" className="link only-m" onClick={closeOverlay}>
        {t('cancel')}
      </button>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Opens or does an entry; pages and objects are remembered. */
function useTake(): (entry: Entry, newTab: boolean) => void {
  const navigate = useNavigate()
  return (entry, newTab) => {
    closeOverlay()
    if ('run' in entry) return entry.run()
    // What is somebody else's is nothing the reader opened lately.
    if (entry.group !== 'actions' && viewingNow() === null) {
      const { id, title, group, href } = entry
      const kind = group === 'recent' ? kindOf(id) : group
      remember({ id, title, kind, href, at: Date.now() })
    }
    if (newTab) window.open(entry.href, '_blank', 'noopener')
    else void navigate({ href: entry.href })
  }
}

const KINDS: Readonly<Record<string, string>> = {
  page: 'pages',
  key: 'keys',
  model: 'models',
  user: 'users',
  provider: 'providers',
  request: 'requests',
}

const kindOf = (id: string): string => KINDS[id.split(':')[0] ?? ''] ?? 'pages'
