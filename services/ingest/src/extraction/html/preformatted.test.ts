import { expect, it } from 'vitest'
import { piecesOfHtml } from './html-pieces.ts'

const textsOf = (html: string) => [...piecesOfHtml(html)].map(({ text }) => text)

it('keeps the lines of code, between fences', () => {
  const html = `<p>Run:</p><pre><code>
    git fetch <b>origin</b>
      git reset --hard   origin/main

    # done
  </code></pre><p>Then go on.</p>`
  expect(textsOf(html)).toEqual([
    'Run:',
    '```\ngit fetch origin\n  git reset --hard   origin/main\n\n# done\n```',
    'Then go on.',
  ])
})

it('keeps the lines of code within an item, under it', () => {
  const html = '<ol><li>Open the file<pre>nano /etc/hosts\n  127.0.0.1</pre>and save it.</li><li>Restart.</li></ol>'
  expect(textsOf(html)).toEqual([
    '1. Open the file\n   ```\n   nano /etc/hosts\n     127.0.0.1\n   ```\n   and save it.\n2. Restart.',
  ])
})

it('reads prose that is written with line ends of its own as paragraphs', () => {
  const prose = 'This licence was typed with line ends of its own,\nand its sentences go on over several of them.'
  expect(textsOf(`<pre>\n${prose}\n\n\nYou may copy it as often as you like to.\n</pre>`)).toEqual([
    prose,
    'You may copy it as often as you like to.',
  ])
})

it('leaves nothing behind of a pre that is empty, never closed, or in a cell', () => {
  expect(textsOf('<pre> \n </pre><p>After.</p>')).toEqual(['After.'])
  expect(textsOf('<p>Run:</p><pre>make')).toEqual(['Run:', '```\nmake\n```'])
  expect(textsOf('<ul><li>Run<pre>make</ul><p>After.</p>').join('\n')).toContain('make')
  const cells = textsOf(
    '<table><tr><th>Goal</th><th>Command</th></tr><tr><td>Build</td><td><pre>make\nall</pre></td></tr></table>',
  )
  expect(cells.join('\n')).toContain('make all')
})
