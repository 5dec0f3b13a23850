/** JSON of plain data. Prototype.js gives all arrays of a page a `toJSON` that makes texts of them. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, made) {
    return Array.isArray(this[key]) ? this[key] : made
  })
