import { Download } from 'lucide-react'
import { useAct } from '../lib/use-act.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

type Format = 'csv' | 'json'
type Props = {
  words: { name: string; failed: string; retry: string } & Record<Format, string>
  /** Takes the file out; throws why it failed. */
  save: (format: Format) => Promise<void>
}

/** Takes out what a page lists, in the format that is chosen. */
export function ExportMenu({ words, save }: Props) {
  const { busy, act } = useAct(words)
  return (
    <Menu
      align="end"
      items={(['csv', 'json'] as const).map((format) => ({
        label: words[format],
        onSelect: () => void act(() => save(format)),
      }))}
      trigger={(trigger) => (
        <Button {...trigger} className="keep" busy={busy} data-export aria-label={words.name}>
          <Icon of={Download} small />
          <span className="hide">{words.name}</span>
        </Button>
      )}
    />
  )
}
