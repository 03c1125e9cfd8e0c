import { Circle, CircleCheck } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { rulesOf, strengthOf, type Typed } from '../lib/password-strength.ts'
import { useUser } from '../lib/session.ts'
import { Icon } from './icon.tsx'
import './password-strength.css'

const LEVELS = [1, 2, 3, 4] as const
const NOBODY = { name: '', email: '' }

/** How strong the new password is, as a bar. */
export function StrengthBar({ password }: { password: string }) {
  const strength = strengthOf(password, useUser() ?? NOBODY)
  return (
    <span className={`pw-bar s${strength}`} aria-hidden="true">
      {LEVELS.map((level) => (
        <i key={level} className={level <= strength ? 'on' : ''} />
      ))}
    </span>
  )
}

/** How strong the new password is, in a word, what the server asks of it and what makes it stronger. */
export function PasswordRules({ typed, least }: { typed: Typed; least: number }) {
  const t = useTexts('password')
  const owner = useUser() ?? NOBODY
  const strength = strengthOf(typed.next, owner)
  const rules = rulesOf(typed, least, owner)
  return (
    <section className="pw-rules" aria-label={t('rules.label')}>
      <output>{t('strength.is', { strength: t(`strength.${strength}`) })}</output>
      {[true, false].map((needed) => (
        <div key={String(needed)}>
          <h3 className="t3">{t(needed ? 'rules.needed' : 'rules.advised')}</h3>
          <ul>
            {rules
              .filter((rule) => rule.needed === needed)
              .map(({ id, met }) => (
                <li key={id} className={met ? 'met' : 't2'}>
                  <Icon of={met ? CircleCheck : Circle} small label={t(met ? 'rules.met' : 'rules.unmet')} />
                  {t(`rules.${id}`, { least })}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
