import { isAllowed } from '../../services/crawler/src/robots/match-rules.ts'
import { parseRobots } from '../../services/crawler/src/robots/parse-robots.ts'
import { leaveOut, report, sized } from './figures/report.ts'

const rounds = sized(5, 1)
const roundMs = sized(500, 20)
const paths = ['/', '/help/returns', '/cart/12?step=3', '/search?q=boots&page=2', '/media/a/b/manual.pdf']

/** A file as shops have them: groups for several crawlers, some sixty rules, a delay and sitemaps. */
const file = Buffer.from(
  `${[
    ['AdsBot-Google', 10],
    ['Googlebot', 20],
    ['*', 60],
  ]
    .map(([agent, rules]) => {
      const lines = Array.from({ length: rules as number }, (_, i) =>
        i % 4 === 0 ? `Allow: /help/${i}/*.html$` : i % 4 === 1 ? `Disallow: /*?sort=${i}&` : `Disallow: /cart/${i}/`,
      )
      return [`User-agent: ${agent}`, ...lines, 'Crawl-delay: 1', ''].join('\n')
    })
    .join('\n')}\nSitemap: https://shop.example/sitemap.xml\n`,
)

/** robots.txt files that are read and asked about five addresses, a second of processor time. */
export async function bench(): Promise<void> {
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    let files = 0
    let tookMs = 0
    do {
      const { rules } = parseRobots(file, 'FrontdeskBot')
      for (const path of paths) isAllowed(rules, `https://shop.example${path}`)
      files++
      const { user, system } = process.cpuUsage(before)
      tookMs = (user + system) / 1_000
    } while (tookMs < roundMs)
    rates.push((files * 1_000) / tookMs)
  }
  const perSecond = rates.toSorted((a, b) => a - b)[rates.length >> 1]!
  report('robots.txt read and five addresses looked up', perSecond, 'files/s', undefined, 1_000 / perSecond)
  console.log(`${Math.round(perSecond)} robots.txt files of ${file.length} bytes a second, five addresses each`)
  leaveOut('robots.txt against protego', 'protego needs Python, which is no part of the project')
}

if (import.meta.main) await bench()
