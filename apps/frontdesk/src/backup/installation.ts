import type { CollectionDefinition } from '@frontdesk/documents'
import type { Service } from '@frontdesk/service'

/** Every collection of these services. */
export const collectionsOf = (services: Service[]): CollectionDefinition<any>[] =>
  services.flatMap((service) => Object.values<CollectionDefinition<any>>(service.collections))
