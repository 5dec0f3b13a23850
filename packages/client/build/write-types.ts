import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

const header = `// Written by \`node scripts/client-types.ts\` from the OpenAPI document; not by hand.

`

/** What a reference leads to, and what is none as it is. */
const resolveIn = (document: any) => (node: any) =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: any, step: string) => at[step], document)
    : node

/**
 * What is said in another way to other generators, as our types have it: the known values of lists that grow as their only
 * ones, so that code that looks at each is checked, and the events of streams.
 */
function asTyped(node: any): any {
  if (Array.isArray(node)) return node.map(asTyped)
  if (typeof node !== 'object' || node === null) return node
  const { 'x-extensible-enum': values, 'x-event-schema': event, ...rest } = node
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asTyped(value)]))
  return { ...plain, ...(values && { enum: values }), ...(event && { schema: asTyped(event) }) }
}

/** An operation of a client needs no refusals, which are all `FrontdeskError`, and no headers, which the client sends. */
const operationForTypes =
  (resolve: (node: any) => any) =>
  ({ responses, parameters, security: _, ...operation }: any): any => {
    const successes = Object.entries<any>(responses).filter(([status]) => status.startsWith('2'))
    return {
      ...operation,
      ...(parameters && { parameters: parameters.map(resolve).filter((parameter: any) => parameter.in !== 'header') }),
      responses: Object.fromEntries(successes.map(([status, { headers: __, ...response }]) => [status, response])),
    }
  }

const mapValues = (object: object, change: (value: any) => unknown): any =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** What says only that something is not there, or that a reply has headers: a third of all lines. */
const emptyLines =
  / *(?:get|put|post|delete|options|head|patch|trace|query|header|path|cookie|requestBody)\?: never;\n/g
const anyHeaders = / *headers: \{\n *\[name: string\]: unknown;\n *\};\n/g
const noParameters = / *parameters: \{\n *\};\n/g

/** The TypeScript types of an OpenAPI document of ours, as the text of src/api-types.ts. */
export async function typesOf(document: object): Promise<string> {
  const { paths, webhooks, components, ...rest } = asTyped(document)
  const operations = (item: object) => mapValues(item, operationForTypes(resolveIn(document)))
  const wanted = {
    ...rest,
    components: { schemas: components.schemas },
    paths: mapValues(paths, operations),
    webhooks: mapValues(webhooks, operations),
  }
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTS(wanted as OpenAPI3, {
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  })
  const text = astToString(nodes).replace(emptyLines, '').replace(anyHeaders, '').replace(noParameters, '')
  return header + text
}
