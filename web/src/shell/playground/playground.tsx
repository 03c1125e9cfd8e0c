import { useQuery } from '@tanstack/react-query'
import { Code as CodeIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { listKeys } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { choicesOf, type Choices, readyOf, secondOf } from '../../lib/playground/choices.ts'
import type { Setup } from '../../lib/playground/talk.ts'
import { useTalk } from '../../lib/playground/use-talk.ts'
import { usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Chat } from './chat.tsx'
import { GetCode } from './get-code.tsx'
import { NoKeys, NoModels } from './nothing.tsx'
import { Params } from './params.tsx'

type Props = { wanted: Partial<Setup>; onClose: () => void }

/** Talks to one model, or to two side by side, with an own key. */
export function Playground({ wanted, onClose }: Props) {
  const t = useTexts('playground')
  const keys = useQuery(ask(listKeys, { query: {} }))
  const models = useQuery(ask(listModels))
  const choices = keys.data && models.data && choicesOf(keys.data.items, models.data.items)
  const failed = [keys, models].find(({ isError }) => isError)
  if (choices && choices.keys.length > 0 && choices.models.length > 0) return <Open {...{ wanted, onClose, choices }} />
  return (
    <Drawer open onClose={onClose} title={t('title')} width="wide">
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : choices ? (
        choices.keys.length === 0 ? (
          <NoKeys />
        ) : (
          <NoModels />
        )
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}

function Open({ wanted, onClose, choices }: Props & { choices: Choices }) {
  const t = useTexts('playground')
  const { talk, busy, change, clear, ...deeds } = useTalk(wanted)
  const [showsCode, setShowsCode] = useState(false)
  const setup = readyOf(talk.setup, choices, usePreference('model'))
  return (
    <Drawer
      open
      onClose={onClose}
      width="wide"
      composed
      title={t('title')}
      remark={
        <label className="row t2 text-cell pg-compare">
          <Switch
            checked={setup.second !== null}
            onChange={(on) => change({ second: on ? secondOf(setup, choices) : null })}
          />
          {t('compare')}
        </label>
      }
      actions={
        <>
          <Button small aria-pressed={showsCode} onClick={() => setShowsCode(!showsCode)} title={t('code')}>
            <Icon of={CodeIcon} small />
            <span className="pg-word">{t(showsCode ? 'back' : 'code')}</span>
          </Button>
          <Button small kind="ghost" disabled={talk.turns.length === 0} onClick={clear} title={t('clear')}>
            <Icon of={Trash2} small />
            <span className="pg-word">{t('clear')}</span>
          </Button>
        </>
      }
    >
      <div className="pg">
        <Params {...{ setup, choices, change }} />
        {showsCode ? <GetCode setup={setup} talk={talk} /> : <Chat {...{ talk, setup, choices, busy, ...deeds }} />}
      </div>
    </Drawer>
  )
}

function Bones() {
  return (
    <Skeleton>
      <div className="col gap16">
        <Bone width="40%" height={32} />
        <Bone height={180} />
        <Bone height={76} />
      </div>
    </Skeleton>
  )
}
