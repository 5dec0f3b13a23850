// Ends with 0 when the process of this container can work: a gateway says so on PORT, any other service on HEALTH_PORT.
const ports = [process.env.PORT ?? '8080', process.env.HEALTH_PORT ?? '8081']
const replies = await Promise.all(
  ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ),
)
process.exit(replies.includes(true) ? 0 : 1)

export {}
