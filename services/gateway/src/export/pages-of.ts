type Page<T> = { items: T[]; nextCursor: string | null }

/** All items of a list, page by page, each asked for when the ones before were read. */
export async function* pagesOf<T>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | null = null
  do {
    const page: Page<T> = await ask({ limit: 100, ...(cursor !== null && { cursor }) })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}
