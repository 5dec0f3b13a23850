import type { Piece } from './document.ts'

const words = (text: string): string[] => text.split(',').map((word) => word.trim())

/** "Untitled" in the languages of programs. */
const untitled = words(
  `untitled, no title, without title, unnamed, unknown, blank, namnlös, namnlöst, utan titel, ingen titel, uden titel, unavngivet,
  navnløs, uten navn, uten tittel, nimetön, nimeä puuttuu, ei otsikkoa, unbenannt, unbenanntes, ohne titel, ohne namen, namenlos, sans titre, sans nom, sin título,
  sin titulo, sin nombre, senza titolo, senza nome, sem título, sem titulo, sem nome, zonder titel, naamloos, bez tytułu,
  bez nazwy, bez názvu, nepojmenovaný, névtelen, cím nélkül, fără titlu, bez naslova, без названия, без имени, безымянный, без назви,
  χωρίς τίτλο, adsız, başlıksız, isimsiz, 無題, 名称未設定, 未命名, 无标题, 無標題, 제목 없음, بدون عنوان, بلا عنوان, ללא כותרת, ללא שם,
  title, titel, titre, título, titolo, tittel, null, undefined, none, nan, n/a, [object object], new, nytt, neues, nouveau, nuevo, nuovo, novo, nieuw, 新建`,
)
/** What programs call their files. */
const things = words(
  `document, documents, doc, dokument, dokumentet, asiakirja, documento, dokumentum, документ, έγγραφο, belge, ドキュメント, 文書, 文档, 文件, 문서, مستند, מסמך,
  document title, word document, microsoft word document, microsoft word-dokument, microsoft word-dokumentti, microsoft word, 
  microsoft word 文档, документ microsoft word, presentation, präsentation, présentation, presentación, presentazione,
  apresentação, presentasjon, presentatie, esitys, prezentacja, prezentace, презентация, プレゼンテーション, 演示文稿, book,
  workbook, arbetsbok, mappe, bok, classeur, libro, cartel, pasta, map, työkirja, книга, ブック, 工作簿, sheet, spreadsheet, tabelle, blad,
  feuil, hoja, foglio, planilha, ark, taul, arkusz, list, лист, file, fil, datei, fichier, archivo, drawing, zeichnung, ritning, page, sida, pdf`,
)
/** Names that say something only with what stands beside them: a number makes them the default of a program. */
const numbered = words(
  `slide, folie, bild, diapositive, diapositiva, dia, slajd, snímek, слайд, lysbilde, スライド, 幻灯片, 슬라이드, layout, page,
  sida, seite, new page, sheet, img, image, picture, scan, job, untitled page, chapter title, image from, section title`,
)
/** Titles that come from printers, scanners and generators. */
const machine = words(
  `print, printing, print job, print preview, print page, utskrift, druckauftrag, drucken, impression, imprimir, stampa, test page, remote downlevel document,
  local downlevel document, full page photo, fullsidesfoto, ganzseitiges foto, scan, scanned document, scanned image, scanned page, skannat dokument,
  gescanntes dokument, document numérisé, image, img, picture, adobe photoshop pdf, print layout, reportlab generated pdf document, pdfmaker, template, mall, vorlage, 
  about:blank, blank page, new tab, ny flik, neuer tab, index, localhost, html, layout, slide, folie, crystal reports, jasperreports, lorem ipsum`,
)

const defaults = new Set([...untitled, ...things, ...machine])
const combined = new Set(untitled.flatMap((a) => things.flatMap((b) => [`${a} ${b}`, `${b} ${a}`, `${a}${b}`])))
const withNumber = new Set(numbered)

const copyOf = /^(?:copy of|kopia av|kopi af|kopi av|kopie von|copie de|copia de|copia di|cópia de|kopie van)\s+/
const wrapped = /^["'“”«»<([{\s]+|["'“”«»>)\]}\s]+$/g
const counter = /(?<=\D)[\s_.-]*\(?\d{1,6}\)?$/
/** Other programs put their name in front of a file's. */
const program =
  /^(?:microsoft (?:office )?(?:word|powerpoint|excel|publisher|visio|outlook|project|onenote|access)|openoffice(?:\.org)?|libreoffice|wordpad|wordperfect|adobe (?:acrobat|indesign|illustrator|photoshop|framemaker|pagemaker)|coreldraw|quarkxpress|notepad(?:\+\+)?|autocad|wps (?:office|writer)|google docs)(?: \d{2,4})?\s*[-–—:]/
const defaultPresentation =
  /^(?=.*powerpoint)(?=.*(?:pr[eé]s|präs|prez|през|esitys|apres|プレゼン|演示|簡報|프레젠)).{1,50}$/
const address =
  /^(?:[a-z][a-z\d+.-]{1,20}:\/\/\S*|(?:about|data|blob|file|view-source|javascript|chrome|urn|mailto):\S*|www\.\S+|localhost(?:[:/]\S*)?)$/
const domain = /^[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63})+(?::\d{1,5})?(?:[/?#]\S*)?$/u
const path = /^(?:[a-z]:[\\/]|\\\\|~\/|\.{1,2}[\\/])|^\/[^/ ]+\/|^[^ ]*\\[^ ]*\\/
const fileName =
  /\.(?:docx?|docm|dotx?|odt|ott|odp|ods|sxw|rtf|pdf|pptx?|ppsx?|xlsx?|xlsm|indd|qxd|ai|psd|eps|tex|dvi|ps|html?|xhtml|pages|key|numbers|wpd|txt|md|markdown|csv|tmp|fm|pub|vsdx?|cdr|jpe?g|png|tiff?|gif|bmp|webp|svg|pmd|p65|cwk|wps|xps|oxps|prn|dwg|dxf|php|aspx?|jsp|rpt|xml|json|eml|msg|epub)$/
const guid = /^\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/
const hash = /^(?=.*\d)[\da-f]{12,128}$/
/** SKM_C25822031510120, KM_20210101, IMG_0231, DSC00012, CCF_000123, smbprn.00000012, SPL1A2B. */
const deviceName =
  /^(?:s?km|img|dsc[fn]?|pict?|ccf|ccitt|doc|scan|mfp|xerox|canon|brw|brn|hp|epson|ricoh|smbprn|spl|fp|acr|wa|vid|pxl|screenshot|skärmbild|bildschirmfoto)[_. -]?[a-z]{0,2}\d[\d_a-z.-]{2,40}$/
const fromDevice =
  /^(?:scanned (?:from|by|with)|message from|gescannt (?:von|mit)|skannat (?:från|med)|smbprn\.\d|print job \d)/

/**
 * Whether a title comes from a program rather than from an author: a default name in any common language, a file name, a
 * path or an address, an id, the name of a print job or a scan.
 */
export function isJunkTitle(title: string): boolean {
  const text = title.slice(0, 500).normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  if (
    [program, defaultPresentation, address, path, fileName, guid, hash, deviceName, fromDevice].some((known) =>
      known.test(text),
    )
  )
    return true
  if (!text.includes(' ') && domain.test(text)) return true
  const bare = text.replace(wrapped, '').replace(copyOf, '').replace(wrapped, '')
  const name = bare.replace(counter, '').replace(wrapped, '')
  return (
    bare === '' ||
    [bare, name].some((each) => defaults.has(each) || combined.has(each)) ||
    (name !== bare && withNumber.has(name))
  )
}

/** The title that a document has of itself, or its first heading in place of one that a program gave it. */
export function titleOrHeading(title: string, pieces: readonly Piece[]): string | undefined {
  if (title.trim() === '') return undefined
  if (!isJunkTitle(title)) return title.trim()
  return pieces.find(({ kind, text, page = 1 }) => kind === 'heading' && page <= 2 && !isJunkTitle(text))?.text
}
