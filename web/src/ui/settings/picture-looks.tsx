import { dataUrlOf } from '../../../../src/core/picture.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSite } from '../../lib/site.ts'
import { Logo, OwnMark, PRODUCT, useBrandName } from '../brand.tsx'

const THEMES = ['light', 'dark'] as const

/** How a logo will look where it stands, in both themes; without one, the product's mark. */
export function PictureLooks({ picture }: { picture: string }) {
  const t = useTexts('config')
  const name = useBrandName()
  const site = useSite()
  const shown = (size: number) =>
    picture === '' ? <OwnMark size={size} /> : <Logo src={dataUrlOf(picture)} size={size} />
  return (
    <div className="picture-looks">
      {THEMES.map((theme) => (
        <figure key={theme} data-theme={theme}>
          <figcaption>{t(`picture.${theme}`)}</figcaption>
          <dl aria-hidden="true">
            <dt>{t('picture.sidebar')}</dt>
            <dd className="brand">
              {shown(24)}
              <span className="el">{name}</span>
            </dd>
            <dt>{t('picture.sign_in')}</dt>
            <dd className="door">
              {shown(36)}
              <b className="el">{t('picture.title', { site: site.name ?? PRODUCT })}</b>
            </dd>
            <dt>{t('picture.tab')}</dt>
            <dd className="tab">
              {shown(16)}
              <span className="el">{name}</span>
            </dd>
          </dl>
        </figure>
      ))}
    </div>
  )
}
