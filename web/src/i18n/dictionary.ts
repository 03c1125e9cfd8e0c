/** The shape a translation must have: the keys of the Chinese dictionary, and `_one` beside every `_other`. */
export type English<Zh> = {
  readonly [Key in keyof Zh]: Zh[Key] extends string ? string : English<Zh[Key]>
} & {
  readonly [Key in keyof Zh as Key extends `${infer Base}_other` ? `${Base}_one` : never]: string
}
