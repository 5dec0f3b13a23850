/** What these files know of a JSON Schema. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  'x-extensible-enum'?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  propertyNames?: Schema
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
}
