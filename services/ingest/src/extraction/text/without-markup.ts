const image = /!\[[^[\]]{0,300}\](?:\([^()]{0,500}\)|\[[^[\]]{0,100}\])?/g
const link = /\[([^[\]]{0,500})\](?:\([^()]{0,500}\)|\[[^[\]]{0,100}\])/g
const tag = /<\/?[a-z][^<>]{0,500}>/gi
const emphasis = /(?<![\p{L}\d])([*_])(?=\S)([^*_]{1,300})(?<=\S)\1(?![\p{L}\d])/gu
const maxCharacters = 2_000

/** A heading of Markdown as it is shown: without pictures (badges), addresses of links, tags and marks of emphasis. */
export const withoutMarkup = (heading: string): string =>
  heading
    .slice(0, maxCharacters)
    .replaceAll(image, '')
    .replaceAll(link, '$1')
    .replaceAll(tag, '')
    .replaceAll(/\*\*|`|~~/g, '')
    .replaceAll(emphasis, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
