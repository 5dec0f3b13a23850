import { createClient } from '@frontdesk/client'

/** The API of the server that this page came from; the session's cookie says who asks. */
export const client = createClient({ baseUrl: location.origin })
