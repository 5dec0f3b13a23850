/** A text with what was found in it masked, and how many were. */
export type Masked = { text: string; found: number }

/** What narrows a search: the countries whose numbers are written without a country code. */
export type Search = { regions: string[] }

/**
 * Finds and masks one kind of personal data. Of a text that still grows (`final` false) it answers the part, from the
 * start, that no continuation could change: for a growing text what it answers only grows. Time is linear in the text,
 * and masking what has been masked changes nothing.
 */
export type Mask = (text: string, final: boolean, search: Search) => Masked
