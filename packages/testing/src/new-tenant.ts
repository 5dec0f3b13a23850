/** Creates a tenant in a running Frontdesk, with its own key of scope `admin`. Throws with the reply if it is refused. */
export async function newTenant(
  baseUrl: string,
  adminToken: string,
  name: string,
): Promise<{ tenant: string; apiKey: string }> {
  const reply = await fetch(`${baseUrl}/admin/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (reply.status !== 201) throw new Error(`a tenant could not be created: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { tenant: string; apiKey: string }
}
