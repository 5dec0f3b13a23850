/** In which a suggestion is; each is a page of the list. */
export const suggestionStatuses = ['open', 'checking', 'closed', 'dismissed'] as const
