import { writeCsv } from '@frontdesk/text-files'

/** Records as CSV with these fields, and their names in the first line. */
export const csvOf = <F extends string>(
  fields: readonly F[],
  records: readonly Partial<Record<F, unknown>>[],
): string => writeCsv([[...fields], ...records.map((record) => fields.map((field) => String(record[field] ?? '')))])
