/** Types that come by WhatsApp and MMS, and how their files are called. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
}

/** A name for a file that came without one: `image.jpg`. */
export function filenameOf(stem: string, contentType: string): string {
  const extension = Object.hasOwn(extensions, contentType) ? extensions[contentType] : undefined
  return extension === undefined ? stem : `${stem}.${extension}`
}
