import type { Schemas } from '@frontdesk/client'
import { useTexts } from '../texts.ts'

/** Who wrote in a chat widget: what the site says of its user, or what the visitor says, which nobody has verified. */
export function Visitor({ visitor }: { visitor: NonNullable<Schemas['Conversation']['visitor']> }) {
  const texts = useTexts().customer
  const { verified, name, email, phone, page, consent, fields = {} } = visitor
  const lines = [
    [texts.name, name],
    [texts.email, email],
    [texts.phone, phone],
    ...Object.entries(fields),
    [texts.consent, consent === undefined ? undefined : consent ? texts.yes : texts.no],
  ].filter((line): line is [string, string] => line[1] !== undefined)
  if (lines.length === 0 && !page) return null
  return (
    <section aria-label={verified ? texts.user : texts.visitor}>
      <h3>{verified ? texts.user : texts.visitor}</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        {page && (
          <div>
            <dt>{texts.page}</dt>
            <dd dir="auto">
              {/^https?:/.test(page.url) ? (
                <a href={page.url} target="_blank" rel="noopener noreferrer nofollow">
                  {page.title || page.url}
                </a>
              ) : (
                page.title || page.url
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
