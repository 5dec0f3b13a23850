import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Operation = { responses: Record<string, any> }
type Document = { paths: Record<string, Record<string, Operation>>; components: any }
/** The path that a pattern of the document stands for, with how many of its parts are fixed. */
type Path = { pattern: RegExp; fixed: number; name: string }

/**
 * Throws when a reply is not what the OpenAPI document says: its status, its headers, its type, its body; of a stream, the
 * data of its events. Without a method it is the one whose replies are of this type.
 */
export type Hold = (
  asked: { method?: string; path: string },
  reply: Response,
  read: string | { data: unknown }[],
) => void

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function makeHold(document: Document): Hold {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object): ValidateFunction => {
    let validate = compiled.get(schema)
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
      validate = ajv.compile(JSON.parse(text))
      compiled.set(schema, validate)
    }
    return validate
  }
  const resolve = (node: any): any =>
    node.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, step: string) => at[step], document)
      : node
  const paths: Path[] = Object.keys(document.paths)
    .map((name) => {
      const parts = name.split('/')
      const pattern = parts.map((part) => escaped(part).replace(/\\\{\w+\\\}/g, '[^/]+')).join('/')
      return { name, pattern: new RegExp(`^${pattern}$`), fixed: parts.filter((part) => !part.includes('{')).length }
    })
    .sort((a, b) => b.fixed - a.fixed)

  return ({ method, path }, reply, read) => {
    const { pathname } = new URL(path, 'http://frontdesk')
    const found = paths.find(({ pattern }) => pattern.test(pathname))
    const type = reply.headers.get('content-type')?.split(';', 1)[0]?.trim()
    const operations = found ? document.paths[found.name]! : {}
    const operation = method
      ? operations[method.toLowerCase()]
      : Object.values(operations).find(({ responses }) => responses[reply.status]?.content?.[type!])
    // Nobody promised anything of an address or a method that the document doesn't have.
    if (!operation) return
    const asked = `${method ?? 'A stream of'} ${found!.name}`
    const fail = (why: string, said: unknown = read): never => {
      const shown = typeof said === 'string' ? said : JSON.stringify(said)
      throw new Error(`${asked} answered ${reply.status}, and the OpenAPI document ${why}\n${shown.slice(0, 1_000)}`)
    }
    const response = resolve(operation.responses[reply.status] ?? fail('does not list that status'))
    for (const [name, one] of Object.entries<any>(response.headers ?? {})) {
      const { required, schema } = resolve(one)
      const value = reply.headers.get(name)
      if (value === null) {
        if (required) fail(`promises the header ${name}`)
        continue
      }
      const given = schema.type === 'integer' ? Number(value) : value
      if (!validatorOf(schema)(given)) fail(`does not allow ${name}: ${value}`)
    }
    const contents = response.content ?? {}
    if (read === '' && type === undefined) return void (Object.keys(contents).length > 0 && fail('promises a body'))
    const listed = Object.keys(contents).find((each) => each.split(';', 1)[0] === type)
    const content = contents[listed ?? '*/*'] ?? fail(`does not list the type ${type}`)
    if (!content.schema) return
    // The document types a stream as text, and describes its events beside that.
    const validate = validatorOf(
      typeof read === 'string' ? content.schema : (content['x-event-schema'] ?? content.schema),
    )
    const hold = (value: unknown) => {
      if (!validate(value)) fail(`says otherwise: ${ajv.errorsText(validate.errors)}`, value)
    }
    if (typeof read !== 'string') for (const { data } of read) hold(data)
    else if (/[/+]json$/.test(type!)) hold(JSON.parse(read))
  }
}

/** By the text of the document: the platforms of all files have the same one. */
const holds = new Map<string, Hold>()
const ofPlatform = new Map<string, Promise<Hold>>()

/** Holds the replies of a platform to the OpenAPI document that it shows. */
export function holdToDocument(baseUrl: string): Promise<Hold> {
  let hold = ofPlatform.get(baseUrl)
  if (!hold) {
    hold = fetch(`${baseUrl}/openapi.json`).then(async (reply) => {
      const text = await reply.text()
      const known = holds.get(text) ?? makeHold(JSON.parse(text))
      holds.set(text, known)
      return known
    })
    // One that is not up now may be later.
    hold.catch(() => ofPlatform.delete(baseUrl))
    ofPlatform.set(baseUrl, hold)
  }
  return hold
}
