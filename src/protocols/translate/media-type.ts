/** The media type of a picture under the name that every vendor knows: OpenAI alone takes the other. */
export function pictureType(mime: string): string {
  return mime === 'image/jpg' ? 'image/jpeg' : mime
}
