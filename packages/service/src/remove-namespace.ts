/**
 * Removes everything of an installation that had a namespace of its own on servers it shared: what a test made. Nobody
 * may use it any more. Throws `unavailable` when a server does not answer.
 */
export async function removeNamespace(
  namespace: string,
  { natsUrl, mongodbUrl, elasticsearchUrl }: { natsUrl: string; mongodbUrl: string; elasticsearchUrl: string },
): Promise<void> {
  const [bus, blobs, documents, chunkIndex] = await Promise.all([
    import('@frontdesk/bus/nats'),
    import('@frontdesk/blobs/nats-object-store'),
    import('@frontdesk/documents/mongo'),
    import('@frontdesk/chunk-index/elasticsearch'),
  ])
  await Promise.all([
    bus.removeBusNamespace({ url: natsUrl, namespace }),
    blobs.removeBlobsNamespace({ url: natsUrl, namespace }),
    documents.removeDocumentsNamespace({ url: mongodbUrl, namespace }),
    chunkIndex.removeChunkIndexNamespace({ url: elasticsearchUrl, namespace }),
  ])
}
