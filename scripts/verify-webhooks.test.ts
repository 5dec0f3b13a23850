import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../services/gateway/src/openapi/describe-api.ts'
import { newSecret, signPayload } from '../services/webhook-dispatcher/src/endpoints/sign-payload.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const page = readFileSync(new URL('../docs/verify-webhooks.md', import.meta.url), 'utf8')

/** The one block of the page in that language. */
function blockOf(language: string, of = page): string {
  const blocks = [...of.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!)
  expect(blocks, language).toHaveLength(1)
  return blocks[0]!
}

/** `undefined`: the request has no such header. */
type Case = { what: string; header: string | undefined; body: string; secret: string; now: number; holds: boolean }

const t = 1_770_000_000
const [secret, older, stranger] = [newSecret(), newSecret(), newSecret()]
const body = JSON.stringify({ id: 'evt_1', type: 'message.sent', data: { content: 'Hällo 🙂, 30 days\\n' } })
const signed = (secrets: string[], text = body) =>
  signPayload({ id: 'evt_1', body: text, timestampSeconds: t }, secrets)['x-webhook-signature']!
const header = signed([secret])
const v1 = header.slice(header.indexOf('v1='))

const usual = { header, body, secret, now: t, holds: false }
const cases: Case[] = [
  { ...usual, what: 'as it was signed', holds: true },
  { ...usual, what: 'with two secrets, verified with the new one', header: signed([secret, older]), holds: true },
  { ...usual, what: 'with two secrets, verified with the old one', header: signed([older, secret]), holds: true },
  { ...usual, what: 'five minutes old', now: t + 300, holds: true },
  { ...usual, what: 'an empty body', header: signed([secret], ''), body: '', holds: true },
  {
    ...usual,
    what: 'a body with a line break at its end',
    header: signed([secret], '{}\n'),
    body: '{}\n',
    holds: true,
  },
  { ...usual, what: 'another body', body: body.replace('30', '99') },
  { ...usual, what: 'a longer body', body: `${body} ` },
  { ...usual, what: 'another secret', secret: stranger },
  { ...usual, what: 'no secret', secret: '' },
  { ...usual, what: 'too old', now: t + 301 },
  { ...usual, what: 'from the future', now: t - 301 },
  { ...usual, what: 'another time, so that it looks fresh', header: `t=${t + 400},${v1}`, now: t + 400 },
  { ...usual, what: 'no header', header: undefined },
  { ...usual, what: 'an empty header', header: '' },
  { ...usual, what: 'a header of another kind', header: 'sha256=5257a869' },
  { ...usual, what: 'a header of separators', header: ',,=,' },
  { ...usual, what: 'a time in other digits', header: `t=١٧٧٠,${v1}` },
  { ...usual, what: 'an endless time', header: `t=${'9'.repeat(6_000)},${v1}` },
  { ...usual, what: 'no time', header: v1 },
  { ...usual, what: 'a time that is none', header: `t=now,${v1}` },
  { ...usual, what: 'no signature', header: `t=${t}` },
  { ...usual, what: 'an empty signature', header: `t=${t},v1=` },
  { ...usual, what: 'half a signature', header: header.slice(0, -32) },
  { ...usual, what: 'a longer signature', header: `${header}00` },
  { ...usual, what: 'a signature with a letter that is not hex', header: `${header.slice(0, -1)}å` },
]

/** A line a case, each field in hex, for languages without JSON. */
const hex = (text: string | number | undefined) =>
  text === undefined ? 'none' : Buffer.from(String(text)).toString('hex') || '-'
const input = cases.map((each) => [each.header, each.body, each.secret, each.now].map(hex).join(' ')).join('\n')

/** How a language's function is called: files to write, and the command that prints `true` or `false` for each line. */
type Harness = { language: string; needs: string; files: Record<string, string>; commands: string[][] }

const harnesses: Harness[] = [
  {
    language: 'js',
    needs: 'node',
    files: {
      'main.mjs': `import { readFileSync } from 'node:fs'
import { isSigned } from './block.mjs'
const decoded = (field) => (field === 'none' ? undefined : Buffer.from(field === '-' ? '' : field, 'hex'))
for (const line of readFileSync('input', 'utf8').split('\\n')) {
  const [header, body, secret, now] = line.split(' ').map(decoded)
  console.log(isSigned(header?.toString(), body, String(secret), Number(String(now))))
}`,
    },
    commands: [['node', 'main.mjs']],
  },
  {
    language: 'python',
    needs: 'python3',
    files: {
      'main.py': `from block import is_signed
for line in open("input").read().split("\\n"):
    header, body, secret, now = [None if f == "none" else bytes.fromhex(f.replace("-", "")) for f in line.split(" ")]
    print(str(is_signed(header and header.decode(), body, secret.decode(), int(now))).lower())`,
    },
    commands: [['python3', 'main.py']],
  },
  {
    language: 'go',
    needs: 'go',
    files: {
      'go.mod': 'module verify\n\ngo 1.21\n',
      'main.go': `package main

import ("encoding/hex"; "fmt"; "os"; "strconv"; "strings"; "time")

func main() {
	input, _ := os.ReadFile("input")
	for _, line := range strings.Split(string(input), "\\n") {
		f := [4][]byte{}
		for i, field := range strings.Split(strings.ReplaceAll(line, "none", ""), " ") { f[i], _ = hex.DecodeString(strings.Trim(field, "-")) }
		now, _ := strconv.ParseInt(string(f[3]), 10, 64)
		fmt.Println(IsSigned(string(f[0]), f[1], string(f[2]), time.Unix(now, 0)))
	}
}`,
    },
    commands: [['go', 'run', '.']],
  },
  {
    language: 'java',
    needs: 'javac',
    files: {
      'Main.java': `import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.Instant;
import java.util.HexFormat;
class Main {
  public static void main(String[] args) throws Exception {
    for (String line : Files.readString(Path.of("input")).split("\\n")) {
      byte[][] f = new byte[4][];
      String[] fields = line.split(" ");
      for (int i = 0; i < 4; i++) f[i] = fields[i].equals("none") ? null : HexFormat.of().parseHex(fields[i].replace("-", ""));
      String header = f[0] == null ? null : new String(f[0], StandardCharsets.UTF_8), secret = new String(f[2], StandardCharsets.UTF_8);
      Instant now = Instant.ofEpochSecond(Long.parseLong(new String(f[3], StandardCharsets.UTF_8)));
      if (secret.isEmpty()) System.out.println(false);
      else System.out.println(Webhooks.isSigned(header, f[1], secret, now));
    }
  }
}`,
    },
    commands: [
      ['javac', 'block.java', 'Main.java'],
      ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', 'Main'],
    ],
  },
  {
    language: 'ruby',
    needs: 'ruby',
    files: {
      'main.rb': `require_relative "block"
File.read("input").split("\\n").each do |line|
  header, body, secret, now = line.split(" ").map { |field| [field.delete("-")].pack("H*") unless field == "none" }
  puts signed?(header&.force_encoding("UTF-8"), body, secret, now.to_i)
end`,
    },
    commands: [['ruby', 'main.rb']],
  },
  {
    language: 'php',
    needs: 'php',
    files: {
      'main.php': `<?php require 'block.php';
foreach (explode("\\n", file_get_contents('input')) as $line) {
    [$header, $body, $secret, $now] = array_map(fn ($field) => $field === 'none' ? null : hex2bin(str_replace('-', '', $field)), explode(' ', $line));
    echo is_signed($header, $body, $secret, (int) $now) ? "true\\n" : "false\\n";
}`,
    },
    commands: [['php', 'main.php']],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const extensions: Record<string, string> = { js: 'mjs', python: 'py', ruby: 'rb' }
const expected = cases.map(({ what, holds }) => ({ what, holds }))

describe('each function of docs/verify-webhooks.md believes what Frontdesk signed, and nothing else', () => {
  for (const { language, needs, files, commands } of harnesses) {
    const name = isThere(needs) ? language : `${language} (skipped: there is no ${needs} here)`
    test.skipIf(!isThere(needs))(name, { timeout: 60_000 }, () => {
      const cwd = mkdtempSync(join(folder, language))
      writeFileSync(join(cwd, `block.${extensions[language] ?? language}`), blockOf(language))
      writeFileSync(join(cwd, 'input'), input)
      for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
      let output = ''
      for (const [command, ...args] of commands) output = execFileSync(command!, args, { cwd, encoding: 'utf8' })
      const lines = output.trim().split('\n')
      expect(cases.map(({ what }, i) => ({ what, holds: lines[i] === 'true' }))).toEqual(expected)
      expect(lines).toHaveLength(cases.length)
    })
  }

  test.skipIf(!isThere('openssl'))(isThere('openssl') ? 'sh' : 'sh (skipped: there is no openssl here)', () => {
    const script = `${blockOf('sh')}\nis_signed "$@"`
    const came = cases.map(({ what, header, body, secret, now }) => {
      const file = join(folder, 'body')
      writeFileSync(file, body)
      return { what, holds: spawnSync('sh', ['-c', script, 'sh', header ?? '', file, secret, `${now}`]).status === 0 }
    })
    expect(came).toEqual(expected)
  })
})

test.skipIf(!isThere('python3'))('the Python of the README does the same with the time of the machine', () => {
  const cwd = mkdtempSync(join(folder, 'readme'))
  const now = Math.floor(Date.now() / 1000)
  const signedNow = signPayload({ id: 'evt_1', body, timestampSeconds: now }, [secret])['x-webhook-signature']!
  const headers = [signedNow, ...cases.filter(({ holds }) => !holds).map(({ header }) => header ?? null)]
  writeFileSync(join(cwd, 'block.py'), blockOf('python', readme))
  writeFileSync(join(cwd, 'headers.json'), JSON.stringify({ headers, body, secret }))
  const script = `import json
from block import is_signed
given = json.load(open("headers.json"))
print([is_signed(h, given["body"].encode(), given["secret"]) for h in given["headers"]])`
  const said = execFileSync('python3', ['-c', script], { cwd, encoding: 'utf8' })
  expect(JSON.parse(said.toLowerCase())).toEqual(headers.map((_, i) => i === 0))
})

test('the OpenAPI document describes the headers as they are signed', () => {
  const headers: Record<string, string> = {
    ...signPayload({ id: 'evt_1', body, timestampSeconds: t }, [secret, older]),
    'user-agent': 'Frontdesk/0.1.0',
    'x-request-id': 'req_1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
  const { webhooks } = openApiDocument()
  for (const [type, { post }] of Object.entries<any>(webhooks)) {
    const described = post.parameters.map(({ name }: { name: string }) => name)
    expect(described.toSorted(), type).toEqual(Object.keys(headers).toSorted())
    for (const { name, required, schema } of post.parameters) {
      expect(required, name).toBe(true)
      for (const value of [headers[name]!, schema.example ?? headers[name]])
        expect(value).toMatch(new RegExp(schema.pattern))
      if (name.endsWith('signature')) expect(schema.description, name).toContain('HMAC-SHA256')
    }
  }
})
