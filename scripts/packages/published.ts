import { fileURLToPath } from 'node:url'

/** The root of the checkout, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A package that others install. Its sources stay where they are; what is published is made from them. */
export type Published = {
  name: string
  /** Of its sources and its README. */
  folder: string
  description: string
  keywords: string[]
  /** The oldest Node that runs it. */
  node: string
  /** What can be imported, and the source of each. */
  entries: Record<string, string>
  /** Whether `require` works as well: then there is a CommonJS build beside the other. */
  isDual: boolean
  /** Free of side effects, so that bundlers may drop what is not used. */
  sideEffects?: false
  /** The command, and its source. */
  bin?: Record<string, string>
  /** Folders of data beside `src`, which the code reads by path. */
  data: string[]
  /** Apps whose built files are included. They keep their path relative to the compiled modules. */
  pages: string[]
  /** Dependencies that are copied into the package, because they have no CommonJS build. */
  inlined: string[]
  /** What a workspace package that is published as well is called outside. */
  renamed: Record<string, string>
  /** Extras that the user may install. */
  optionalPeers: string[]
}

/** Everything that is published, in the order in which one needs the other. */
export const published: Published[] = [
  {
    name: '@frontdesk/client',
    folder: 'packages/client',
    description:
      'Typed client of the Frontdesk API: answers as they are written, live events, webhooks that prove where they come from',
    keywords: ['customer-support', 'server-sent-events', 'webhooks'],
    node: '>=20',
    entries: { '.': 'src/index.ts' },
    isDual: true,
    sideEffects: false,
    data: [],
    pages: [],
    inlined: ['eventsource-parser'],
    renamed: {},
    optionalPeers: [],
  },
  {
    name: 'frontdesk',
    folder: 'apps/frontdesk',
    description:
      'Customer support with an AI agent that answers from your documents: the whole platform in one command',
    keywords: ['customer-support', 'ai-agent', 'helpdesk', 'retrieval-augmented-generation'],
    node: '>=24',
    entries: { './embedded': 'src/embedded.ts' },
    isDual: false,
    bin: { frontdesk: 'src/command.ts' },
    data: ['demo'],
    pages: ['apps/console', 'apps/widget'],
    inlined: [],
    renamed: {},
    // Its install script fetches what graphics cards need from elsewhere, and it has libraries for five systems.
    optionalPeers: ['onnxruntime-node'],
  },
  {
    name: '@frontdesk/testing',
    folder: 'packages/testing',
    description:
      'A whole Frontdesk in your tests, with a clock that they move, and a fake model that speaks the OpenAI format',
    keywords: ['customer-support', 'integration-testing', 'fake-openai'],
    node: '>=24',
    entries: { '.': 'src/index.ts', './openai-endpoint': 'src/openai-endpoint.ts' },
    isDual: true,
    data: [],
    pages: [],
    inlined: [],
    renamed: { '@frontdesk/cli/embedded': 'frontdesk/embedded' },
    optionalPeers: ['testcontainers'],
  },
]
