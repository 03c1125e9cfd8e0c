import { useTexts } from '../i18n/use-texts.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { SHORTCUTS } from '../lib/shortcut-table.ts'
import { Kbd } from './kbd.tsx'
import './shortcut-list.css'

const GROUPS = Object.keys(SHORTCUTS) as (keyof typeof SHORTCUTS)[]

/** Every shortcut with what it does; keys are read out as text. */
export function ShortcutList() {
  const t = useTexts('shortcuts')
  const admin = isAdmin(useUser())
  return (
    <div className="keylist">
      {GROUPS.map((group) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h3 className="t3">{t(`group.${group}`)}</h3>
          <dl>
            {SHORTCUTS[group]
              .filter(([name]) => admin || name !== 'admin')
              .map(([name, keys]) => (
                <div key={name}>
                  <dt>{t(`name.${name}`)}</dt>
                  <dd className="row gap4">
                    <span className="vh">{keys.join(' ')}</span>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
