/** Elements that show no text. */
export const dropped = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'object',
  'svg',
  'math',
  'iframe',
  'select',
])
/** Elements with space around them. */
export const paragraphs = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'pre',
  'blockquote',
  'dl',
])
/** Elements that begin a line. */
export const blocks = new Set([
  ...['div', 'tr', 'li', 'section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'form'],
  ...['dt', 'dd', 'figure', 'figcaption', 'fieldset', 'details', 'summary', 'body', 'caption', 'thead', 'tbody'],
])
/** Ids and classes of what programs mark as a signature. */
export const signatures = new Set([
  ...['gmail_signature', 'gmail_signature_prefix', 'moz-signature', 'signature', 'protonmail_signature_block'],
  ...['ms-outlook-mobile-signature', 'ms-outlook-mobile-body-separator-line', 'composer_signature', 'yahoo-signature'],
])
/** Yahoo puts letters of its own before its names. */
export const yahooSignature = /^ydp[0-9a-f]{1,12}signature$/
/** Classes of the line before a quote. */
export const attributions = new Set(['gmail_attr', 'moz-cite-prefix', 'yahoo-cite-prefix'])
/** Ids and classes of what stands where the quote begins, up to the end of the mail. */
export const quoteStarts = new Set([
  ...['divrplyfwdmsg', 'olk_src_body_section', 'outlookmessageheader', 'mail-editor-reference-message-container'],
])
/** Classes of quoting blocks. */
export const quotingClasses = new Set(['gmail_quote', 'protonmail_quote', 'moz-cite', 'yahoo_quoted', 'tutanota_quote'])
