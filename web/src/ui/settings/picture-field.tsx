import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { pictureIn, PICTURE_TYPES } from '../../../../src/core/picture.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { readPicture, type PictureFault } from '../../lib/settings/read-picture.ts'
import { Button, buttonClass } from '../button.tsx'
import type { FieldWiring } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { PictureLooks } from './picture-looks.tsx'
import './picture-field.css'

type Props = {
  /** The picture in base64, empty for none. */
  draft: string
  maxBytes: number
  onChange: (draft: string) => void
  wiring: FieldWiring
}

const ACCEPTED = PICTURE_TYPES.map((type) => `image/${type.toLowerCase()}`).join()

/** A picture that is chosen from a file, seen as it will look, and taken away again. */
export function PictureField({ draft, maxBytes, onChange, wiring }: Props) {
  const t = useTexts('config')
  const input = useRef<HTMLInputElement>(null)
  const picture = pictureIn(draft)
  const [fault, setFault] = useState<PictureFault | null>(null)
  const read = async (file: File) => {
    const found = await readPicture(file, maxBytes)
    setFault(found.ok ? null : found.fault)
    if (found.ok) onChange(found.base64)
  }
  const remove = () => {
    setFault(null)
    onChange('')
    // The button goes away with the picture.
    input.current?.focus()
  }
  return (
    <div className="picture">
      <div className="row wrap">
        <label className={buttonClass({ className: 'picture-file' })}>
          <Icon of={ImageUp} small />
          {t(draft === '' ? 'picture.choose' : 'picture.replace')}
          <input
            ref={input}
            type="file"
            accept={ACCEPTED}
            className="vh"
            id={wiring.id}
            aria-describedby={wiring['aria-describedby']}
            aria-invalid={fault !== null || wiring['aria-invalid']}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) void read(file)
              // The same file may be chosen once more after it was mended.
              currentTarget.value = ''
            }}
          />
        </label>
        {draft !== '' && (
          <Button kind="ghost" onClick={remove}>
            <Icon of={Trash2} small />
            {t('picture.remove')}
          </Button>
        )}
        <span className="t3" role="status">
          {picture && `${picture.type} · ${bytes(picture.bytes)}`}
        </span>
      </div>
      <div role="alert" className="err">
        {fault !== null && t(`picture.wrong.${fault}`, { kib: maxBytes / 1024 })}
      </div>
      <PictureLooks picture={draft} />
    </div>
  )
}
