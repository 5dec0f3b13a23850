/** The blob with the text of a content. */
export const textBlobOf = (contentId: string): string => `${contentId}_text`
/** The blob with its chunks, a line of JSON each. */
export const chunksBlobOf = (contentId: string): string => `${contentId}_chunks`
