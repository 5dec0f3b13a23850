import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import styles from './sign-in.module.css'

/** Signing in at an identity provider of the tenant. The links leave this page, and come back signed in. */
export function ProviderLinks({ tenant, to }: { tenant: string; to: string }) {
  const messages = useMessages()
  const { data } = useQuery({
    queryKey: ['providers', tenant],
    queryFn: ({ signal }) => client.get('/api/session/providers', { signal, query: { tenant } }),
  })
  return data?.items.map(({ id, name, url }) => (
    <a key={id} className={styles.provider} href={`${url}&${new URLSearchParams({ return: to })}`}>
      {messages.signIn.with(name)}
    </a>
  ))
}
