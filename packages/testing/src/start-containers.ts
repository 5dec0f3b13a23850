import type { StartedTestContainer } from 'testcontainers'

/** The addresses of three servers, as in `NATS_URL`, `MONGODB_URL` and `ELASTICSEARCH_URL`. */
export type Servers = { natsUrl: string; mongodbUrl: string; elasticsearchUrl: string }

/** The image of each server. */
export type Images = { nats: string; mongo: string; elasticsearch: string }

/** Pinned, so that a test can't fail because an image changed. */
const images: Images = {
  nats: 'nats:2.15.2-alpine',
  mongo: 'mongo:8.0.14',
  elasticsearch: 'docker.elastic.co/elasticsearch/elasticsearch:9.2.0',
}

const slowestStartMs = 180_000

/**
 * Starts the three servers in containers. Needs Docker and the package `testcontainers`, installed beside this one. `chosen`
 * replaces images. Throws if a container does not start within 3 minutes.
 */
export async function startContainers(
  chosen: Partial<Images> = {},
): Promise<{ servers: Servers; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const named = { ...images, ...chosen }
  const started: StartedTestContainer[] = []

  async function start(container: InstanceType<typeof GenericContainer>, port: number) {
    const running = await container.withExposedPorts(port).withStartupTimeout(slowestStartMs).start()
    started.push(running)
    return { running, address: `${running.getHost()}:${running.getMappedPort(port)}` }
  }
  const stop = async () => {
    await Promise.all(started.map((container) => container.stop()))
  }

  // A replica set of one, because majority writes are journaled there as they are in production.
  const mongo = new GenericContainer(named.mongo)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/i))
  const startMongo = async () => {
    const { running, address } = await start(mongo, 27_017)
    const initiate = "rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] })"
    const { exitCode, output } = await running.exec(['mongosh', '--quiet', '--eval', initiate])
    if (exitCode !== 0) throw new Error(`the replica set could not be made: ${output}`)
    return { address }
  }
  const nats = new GenericContainer(named.nats)
    .withCommand(['-js', '-sd', '/data'])
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
  const elasticsearch = new GenericContainer(named.elasticsearch)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      ES_JAVA_OPTS: '-Xms512m -Xmx512m',
    })
    .withWaitStrategy(Wait.forHttp('/_cluster/health?wait_for_status=yellow', 9_200))

  try {
    const [natsAt, mongoAt, elasticAt] = await Promise.all([
      start(nats, 4_222),
      startMongo(),
      start(elasticsearch, 9_200),
    ])
    const servers = {
      natsUrl: `nats://${natsAt.address}`,
      mongodbUrl: `mongodb://${mongoAt.address}/?directConnection=true`,
      elasticsearchUrl: `http://${elasticAt.address}`,
    }
    return { servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
