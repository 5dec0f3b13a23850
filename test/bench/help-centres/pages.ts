import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanPage } from './clean-page.ts'
import { titlesOf, toHtml } from './mallard.ts'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../.tools/help-centres', import.meta.url))

/** A page of documentation, as HTML. */
export type Page = { file: string; html: string }
/** A base of pages: the Debian package that they come from, and how they are read from its files. */
type Base = { package: string; read(root: string): Promise<Page[]> }

const filesOf = (root: string, pattern: string): string[] => globSync(pattern, { cwd: root }).sort()
const asTheyAre =
  (...patterns: string[]): Base['read'] =>
  (root) =>
    Promise.all(
      patterns
        .flatMap((pattern) => filesOf(root, pattern))
        .map(async (path) => ({ file: basename(path), html: await readFile(join(root, path), 'utf8') })),
    )

const isLong = (html: string, least: number): boolean => html.replace(/<[^>]+>/g, '').length >= least

/** Pages of GNOME's help, those that say something in English, in one of its languages. */
const gnome =
  (language: string): Base['read'] =>
  async (root) => {
    const folder = join(root, 'usr/share/help')
    const files = filesOf(join(folder, 'C/gnome-help'), '*.page')
    const read = (of: string, file: string) => readFile(join(folder, of, 'gnome-help', file), 'utf8')
    const pages = await Promise.all(
      files.map(async (file) => [file, await read('C', file), await read(language, file)]),
    )
    const titles = titlesOf(pages.map(([file, , own]) => [basename(file!, '.page'), own!]))
    return pages
      .filter(([, english]) => isLong(toHtml(english!, titles), 200))
      .map(([file, , own]) => ({ file: `${basename(file!, '.page')}.html`, html: toHtml(own!, titles) }))
  }

/** Guides of LibreOffice's help: what a page shows, without search and index, for keyboards of a PC. */
const libreOffice =
  (language: string, guides: string[]): Base['read'] =>
  async (root) => {
    const folder = join(root, 'usr/share/libreoffice/help', language, 'text')
    const pages = await Promise.all(
      guides
        .flatMap((guide) => filesOf(folder, `${guide}/guide/*.html`))
        .map(async (path) => ({
          file: path.replaceAll('/', '-'),
          html: cleanPage(await readFile(join(folder, path), 'utf8'), {
            begins: ({ id }) => id === 'DisplayArea',
            isLeftOut: (_, { class: names = '' }) => names.split(' ').includes('MAC'),
          }),
        })),
    )
    return pages.filter(({ html }) => isLong(html, 200))
  }

const gnucash: Base['read'] = async (root) => {
  const folder = join(root, 'usr/share/doc/gnucash-docs')
  const pages = await Promise.all(
    ['guide', 'help'].flatMap((part) =>
      filesOf(folder, `gnucash-${part}-en/*.html`)
        .filter((path) => !/^(?:fdl|titlepage|authors|index|part\.|appendixd|appendixa\.)/.test(basename(path)))
        .map(async (path) => ({
          file: `${part}-${basename(path)}`,
          html: cleanPage(await readFile(join(folder, path), 'utf8'), {
            isLeftOut: (_, { class: names = '' }) => /\b(?:navheader|navfooter|toc)\b/.test(names),
          }),
        })),
    ),
  )
  return pages.filter(({ html }) => isLong(html, 250))
}

/** Perl's FAQ, which the package has as POD. */
const perl: Base['read'] = (root) =>
  Promise.all(
    filesOf(root, 'usr/share/perl/*/pod/perlfaq[1-9].pod').map(async (path) => {
      const { stdout } = await run('pod2html', ['--infile', join(root, path)], { cwd: cache, maxBuffer: 16_000_000 })
      return { file: `${basename(path, '.pod')}.html`, html: stdout }
    }),
  )

const gitPages =
  'gitfaq gittutorial giteveryday gitworkflows gitignore gitcredentials gitcore-tutorial git-commit git-push git-rebase git-reset'

/** By name, as the files of questions are named. */
export const bases: Record<string, Base> = {
  'debian-en': { package: 'debian-faq', read: asTheyAre('usr/share/doc/debian/FAQ/*.en.html') },
  python: {
    package: 'python3.11-doc',
    read: asTheyAre('usr/share/doc/python3.11/html/faq/[!i]*.html', 'usr/share/doc/python3.11/html/faq/installed.html'),
  },
  fetchmail: { package: 'fetchmail', read: asTheyAre('usr/share/doc/fetchmail/*.html') },
  git: { package: 'git-doc', read: asTheyAre(`usr/share/doc/git-doc/{${gitPages.replaceAll(' ', ',')}}.html`) },
  perl: { package: 'perl-doc', read: perl },
  zsh: { package: 'zsh-doc', read: asTheyAre('usr/share/doc/zsh-common/html/FAQ0*.html') },
  'gnome-en': { package: 'gnome-user-docs', read: gnome('C') },
  'gnome-sv': { package: 'gnome-user-docs', read: gnome('sv') },
  'lo-de': { package: 'libreoffice-help-de', read: libreOffice('de', ['swriter', 'scalc']) },
  'lo-sv': {
    package: 'libreoffice-help-sv',
    read: libreOffice('sv', ['swriter', 'scalc', 'shared', 'simpress', 'sdraw']),
  },
  gnucash: { package: 'gnucash-docs', read: gnucash },
}

/** Fetches a package and unpacks it, once. Throws where that can't be done here. */
async function unpacked(name: string): Promise<string> {
  const folder = join(cache, name)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) return folder
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    await run('apt-get', ['download', name], { cwd: unfinished })
    const [archive] = await readdir(unfinished)
    await run('dpkg-deb', ['--extract', archive!, name], { cwd: unfinished })
    await rename(join(unfinished, name), folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** The pages of a base. Throws where its package can't be fetched on this machine. */
export async function pagesOf(name: string): Promise<Page[]> {
  const base = bases[name]!
  const pages = await base.read(await unpacked(base.package))
  if (pages.length === 0)
    throw new Error(`the package ${base.package} has no pages where they were (${dirname(cache)})`)
  return pages
}
