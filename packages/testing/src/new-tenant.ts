/** Makes a tenant of a running Frontdesk, with an admin-scope key of its own. Throws with the reply when it is refused. */
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
