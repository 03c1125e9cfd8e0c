/** The texts of a language: sentences by key, in groups. */
export type Dictionary = { readonly [key: string]: string | Dictionary }

// `rows_one` and `rows_other` are the forms of `rows`.
type Stem<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** The keys of a dictionary, groups joined with dots, plural forms under their stem. */
type KeysOf<D, Prefix extends string = ''> = {
  [Key in keyof D & string]: D[Key] extends string ? `${Prefix}${Stem<Key>}` : KeysOf<D[Key], `${Prefix}${Key}.`>
}[keyof D & string]

type TextAt<D, Key extends string> = Key extends `${infer Head}.${infer Tail}`
  ? Head extends keyof D
    ? TextAt<D[Head], Tail>
    : never
  : Key extends keyof D
    ? D[Key]
    : `${Key}_other` extends keyof D
      ? D[`${Key}_other`]
      : never

type Plural<D, Key extends string> = Key extends `${infer Head}.${infer Tail}`
  ? Head extends keyof D
    ? Plural<D[Head], Tail>
    : never
  : Key extends keyof D
    ? never
    : 'count'

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Name extends string> = [Name] extends [never]
  ? [values?: undefined]
  : [values: { readonly [One in Name]: One extends 'count' ? number : string | number }]

/** Turns the keys of a dictionary into sentences; what stands in `{{braces}}` must be given. */
export type Translate<D> = <Key extends KeysOf<D>>(
  key: Key,
  ...values: Values<NamesIn<TextAt<D, Key>> | Plural<D, Key>>
) => string

/** Makes the translate function of a dictionary in its language. A key that is missing stands for itself. */
export function translator<D>(dictionary: Dictionary, language: string): Translate<D> {
  const forms = new Intl.PluralRules(language)
  return (key: string, values?: Readonly<Record<string, string | number>>) => {
    const count = values?.['count']
    const plural = typeof count === 'number' ? lookUp(dictionary, `${key}_${forms.select(count)}`) : undefined
    const text = plural ?? lookUp(dictionary, `${key}_other`) ?? lookUp(dictionary, key) ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (braces, name: string) => String(values?.[name] ?? braces))
  }
}

function lookUp(dictionary: Dictionary, key: string): string | undefined {
  let found: string | Dictionary | undefined = dictionary
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}
